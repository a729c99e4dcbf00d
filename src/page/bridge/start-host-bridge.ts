import { HostBridge, type HostBridgeDependencies } from './host-bridge.ts';

/** Connects host pages with the player, for as long as the page lives. */
export function startHostBridge(dependencies: HostBridgeDependencies): void {
  const { window, queued, refused } = dependencies;
  const bridge = new HostBridge(dependencies);
  window.addEventListener('message', (event) => bridge.receive(event));
  for (const event of queued) bridge.receive(event);
  bridge.countIgnored(refused);
  bridge.start();
}
