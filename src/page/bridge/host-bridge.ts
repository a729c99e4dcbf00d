import type { HostMessageEvent } from './bridge-window.ts';
import { HostBridge, type HostBridgeDependencies } from './bridge.ts';

/** Connects host pages with the player. The returned function removes every listener, timer and subscription. */
export function startHostBridge(dependencies: HostBridgeDependencies): () => void {
  const { window, queued, refused } = dependencies;
  const bridge = new HostBridge(dependencies);
  const onMessage = (event: HostMessageEvent): void => bridge.receive(event);
  window.addEventListener('message', onMessage);
  for (const event of queued) bridge.receive(event);
  bridge.countIgnored(refused);
  bridge.start();
  return () => {
    window.removeEventListener('message', onMessage);
    bridge.stop();
  };
}
