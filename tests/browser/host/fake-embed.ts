import { parseEmbedParameters } from '../../../protocol/page/embed-parameters.ts';
import { announceToHost } from '../../../src/page/boot/announce-to-host.ts';
import { startHostBridge } from '../../../src/page/bridge/start-host-bridge.ts';
import { momentOf, systemClock } from '../../../src/page/infrastructure/system-clock.ts';
import { createFakePlayer, type FakePlayer } from '../../support/fake-player.ts';

/** This page runs the real bridge in a real frame; tests control its fake player through the frame's window. */
export interface FakeEmbedWindow extends Window {
  fakePlayer: FakePlayer;
}

const query = new URLSearchParams(location.search);
const player = createFakePlayer({ ready: !query.has('not-ready'), state: 5 });
if (query.has('failed'))
  player.set({ state: -1, error: { code: 'embedder.denied', title: '', advice: '', retryable: false } });
(window as unknown as FakeEmbedWindow).fakePlayer = player;
announceToHost(window, query);
startHostBridge({
  player,
  parameters: parseEmbedParameters(query),
  clock: systemClock,
  momentOf,
  window,
  queued: [],
  refused: {},
  session: undefined,
  infrastructure: { log: () => undefined, stateConsent: async () => ({ ok: true, value: undefined }) },
});
