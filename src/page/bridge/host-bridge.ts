import type { Clock, MomentOf } from '../../../protocol/runtime/clock.ts';
import type { EmbedParameters } from '../../../protocol/page/embed-parameters.ts';
import type { EventName, EventPayload } from '../../../protocol/infrastructure/events.ts';
import type { PageConfig } from '../../../protocol/page/page-config.ts';
import type { Player } from '../player/player.ts';
import type { BridgeWindow, HostMessageEvent } from './bridge-window.ts';
import type { CommandExecutorDependencies } from './commands/command-executor.ts';
import { HostBridge } from './bridge.ts';
import type { IgnoredCounts } from './trust/ignored-messages.ts';

export interface HostBridgeDependencies {
  readonly player: Player;
  readonly parameters: Pick<EmbedParameters, 'origin' | 'enablejsapi' | 'widgetid'>;
  readonly clock: Clock;
  readonly momentOf: MomentOf;
  readonly window: BridgeWindow;
  /** Messages kept by the inline script; raw hosts greet exactly once. */
  readonly queued: readonly HostMessageEvent[];
  /** Numbers of the messages it did not keep. */
  readonly refused: IgnoredCounts;
  /** H3 */
  readonly session: PageConfig['session'];
  readonly stateConsent: CommandExecutorDependencies['stateConsent'];
  readonly log: <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;
}

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
