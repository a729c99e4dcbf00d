import { FRAME_EVENTS, HOST_CHANNEL } from '../../../protocol/host/host-vocabulary.ts';
import { readFlag, readText } from '../../../protocol/page/parameter-values.ts';
import { playerJsText } from '../bridge/player-js-text.ts';
import { normalizeOrigin, parentOriginOf, type BridgeWindow, type HostWindow } from '../bridge/bridge-window.ts';
import { targetOriginFor } from '../bridge/trust/expected-origin.ts';

/**
 * Reports to the host page before the frame's `load` that messages are kept from now on. Without this message the host
 * would post into an empty frame, which browsers report as a wrong target origin, and could not detect a frame without a
 * player. Clients of player.js send nothing before this message. Sent only if the host's origin is known (H7).
 */
export function announceToHost(
  window: { readonly parent: unknown } & Pick<BridgeWindow, 'location'>,
  query: Pick<URLSearchParams, 'get'>,
): void {
  const { parent } = window;
  if (parent === window || !readFlag(query.get('enablejsapi'))) return;
  const [origin, widgetid] = ['origin', 'widgetid'].map((name) => readText(query.get(name)));
  const real = parentOriginOf(window);
  const named = origin === undefined ? real : normalizeOrigin(origin);
  // The browser would warn about a target origin other than the parent's.
  if (named === null || (real ?? named) !== named) return;
  const id = widgetid !== undefined && /^\d+$/.test(widgetid) ? Number(widgetid) : undefined;
  const message = { event: FRAME_EVENTS.readyToListen, info: null, id, channel: HOST_CHANNEL };
  const post = (text: string): void => (parent as HostWindow).postMessage(text, targetOriginFor(named));
  post(JSON.stringify(message));
  if (widgetid === undefined) post(playerJsText('ready', { src: window.location.href }));
}
