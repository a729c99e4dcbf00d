import { HostBridge, type HostBridgeDependencies } from './host-bridge.ts';

/** Connects host pages with the player, until the page unloads. */
export function startHostBridge(dependencies: HostBridgeDependencies): void {
  const { window, queued, refused } = dependencies;
  const bridge = new HostBridge(dependencies);
  window.addEventListener('message', (event) => bridge.receive(event));
  for (const event of queued) bridge.receive(event);
  bridge.countIgnored(refused);
  bridge.start();
}
