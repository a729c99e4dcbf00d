import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { startBridge } from '../../../support/bridge-harness.ts';
import { NO_VIDEO } from '../../../../src/page/player/initial-snapshot.ts';
import { createFakePlayer } from '../../../support/fake-player.ts';

/** A head start plays before any host has subscribed: missed events are sent once to each new listener. */

const TRACK = { url: '/en.vtt', languageCode: 'en', name: 'English', kind: 'subtitles', isDefault: true } as const;
const CAPTIONS = { tracks: [TRACK], active: -1, hasFailed: false, moduleLoaded: false, fontSize: 0, cues: [] };

test.for([PLAYER_STATE.unstarted, PLAYER_STATE.cued])(
  'a listener that subscribes late in state %s receives nothing',
  (state) => {
    const harness = startBridge({ player: createFakePlayer({ ready: true, state }) });
    harness.listen();
    harness.subscribe('onStateChange', 'onAutoplayBlocked');
    for (const name of ['onStateChange', 'onAutoplayBlocked']) expect(harness.infos(name)).toEqual([]);
  },
);

test('a late listener gets the event that a video has no captions, and nothing before the video is known', () => {
  const player = createFakePlayer({ ready: true, video: NO_VIDEO });
  const harness = startBridge({ player });
  harness.listen();
  harness.subscribe('onApiChange');
  expect([harness.infos('onApiChange'), harness.infos('apiInfoDelivery')]).toEqual([[], []]);
  const known = startBridge();
  known.listen();
  known.subscribe('onApiChange');
  expect(known.infos('onApiChange')).toEqual([null]);
  expect(known.infos('apiInfoDelivery')).toMatchObject([{ namespaces: [], captions: { tracklist: [] } }]);
});

test('a late listener gets the delivery of the state before the missed onStateChange event', () => {
  const harness = startBridge();
  harness.listen();
  harness.player.set({ state: PLAYER_STATE.playing });
  harness.subscribe('onStateChange');
  const told = harness.posted.filter(({ event }) => event === 'infoDelivery' || event === 'onStateChange');
  expect(told.map(({ event }) => event)).toEqual(['infoDelivery', 'onStateChange']);
});

test('a listener that unsubscribes and subscribes again receives the state event again', () => {
  const harness = startBridge({ player: createFakePlayer({ ready: true, state: PLAYER_STATE.playing }) });
  harness.listen();
  harness.subscribe('onStateChange');
  harness.command('removeEventListener', ['onStateChange']);
  harness.subscribe('onStateChange');
  expect(harness.infos('onStateChange')).toEqual([PLAYER_STATE.playing, PLAYER_STATE.playing]);
});

test('a raw host that greets again has forgotten the state, and receives the state event again', async () => {
  const harness = startBridge({ player: createFakePlayer({ ready: true, state: PLAYER_STATE.playing }) });
  const greet = () => harness.send({ event: 'listening' });
  greet();
  harness.send({ event: 'command', func: 'addEventListener', args: ['onStateChange'] });
  await harness.clock.advance(2_000);
  greet();
  expect(harness.infos('onStateChange')).toEqual([PLAYER_STATE.playing, PLAYER_STATE.playing]);
});

test('a late listener gets the events that captions are available and that the browser has blocked autoplay', () => {
  const player = createFakePlayer({ ready: true, state: PLAYER_STATE.cued, captions: CAPTIONS, autoplayBlocked: true });
  const harness = startBridge({ player });
  harness.listen();
  harness.subscribe('onApiChange', 'onAutoplayBlocked');
  expect(harness.infos('onApiChange')).toEqual([null]);
  expect(harness.infos('onAutoplayBlocked')).toEqual([null]);
});

test('a past autoplay block is not sent to a late listener while the video plays with sound', () => {
  const player = createFakePlayer({ ready: true, state: PLAYER_STATE.playing, autoplayBlocked: true, muted: false });
  const harness = startBridge({ player });
  harness.listen();
  harness.subscribe('onAutoplayBlocked');
  expect(harness.infos('onAutoplayBlocked')).toEqual([]);
});
