import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../protocol/host/player-info.ts';
import { startBridge } from '../../../support/bridge-harness.ts';
import { createFakePlayer } from '../../../support/fake-player.ts';

/** A head start plays before any host has subscribed to anything; what a listener has missed is told once. */

const TRACK = { url: '/en.vtt', languageCode: 'en', name: 'English', kind: 'subtitles', isDefault: true } as const;
const CAPTIONS = { tracks: [TRACK], active: -1, moduleLoaded: false, fontSize: 0, cues: [] };

test.for([PLAYER_STATE.playing, PLAYER_STATE.paused, PLAYER_STATE.buffering, PLAYER_STATE.ended])(
  'a listener that comes in state %s is told of it once',
  (state) => {
    const harness = startBridge({ player: createFakePlayer({ ready: true, state }) });
    harness.listen();
    harness.subscribe('onStateChange');
    expect(harness.infos('onStateChange')).toEqual([state]);
    harness.subscribe('onStateChange');
    expect(harness.infos('onStateChange')).toEqual([state]);
  },
);

test.for([PLAYER_STATE.unstarted, PLAYER_STATE.cued])('in state %s there is nothing to tell', (state) => {
  const harness = startBridge({ player: createFakePlayer({ ready: true, state }) });
  harness.listen();
  harness.subscribe('onStateChange', 'onAutoplayBlocked', 'onApiChange');
  for (const name of ['onStateChange', 'onAutoplayBlocked', 'onApiChange']) expect(harness.infos(name)).toEqual([]);
});

test('whoever subscribes before the greeting is answered is told after onReady, once', () => {
  const player = createFakePlayer({ ready: false, state: PLAYER_STATE.unstarted });
  const harness = startBridge({ player });
  harness.listen();
  harness.subscribe('onStateChange');
  player.goTo(PLAYER_STATE.playing);
  expect(harness.infos('onStateChange')).toEqual([]);
  player.becomeReady();
  expect(harness.posted.map(({ event }) => event).slice(-3)).toEqual(['initialDelivery', 'onReady', 'onStateChange']);
  player.goTo(PLAYER_STATE.paused);
  expect(harness.infos('onStateChange')).toEqual([PLAYER_STATE.playing, PLAYER_STATE.paused]);
});

test('the information that belongs to the state is there before it', () => {
  const harness = startBridge();
  harness.listen();
  harness.player.set({ state: PLAYER_STATE.playing });
  harness.subscribe('onStateChange');
  const told = harness.posted.filter(({ event }) => event === 'infoDelivery' || event === 'onStateChange');
  expect(told.map(({ event }) => event)).toEqual(['infoDelivery', 'onStateChange']);
});

test('a listener that leaves and comes back is told again', () => {
  const harness = startBridge({ player: createFakePlayer({ ready: true, state: PLAYER_STATE.playing }) });
  harness.listen();
  harness.subscribe('onStateChange');
  harness.command('removeEventListener', ['onStateChange']);
  harness.subscribe('onStateChange');
  expect(harness.infos('onStateChange')).toEqual([PLAYER_STATE.playing, PLAYER_STATE.playing]);
});

test('each host object is told for itself', () => {
  const harness = startBridge({ player: createFakePlayer({ ready: true, state: PLAYER_STATE.playing }) });
  for (const id of [1, 2]) {
    harness.listen(id);
    harness.command('addEventListener', ['onStateChange'], { id });
  }
  const told = harness.posted.filter(({ event }) => event === 'onStateChange');
  expect(told.map(({ id }) => id)).toEqual([1, 2]);
});

test('a raw host that greets again has lost what it knew, and is told again', async () => {
  const harness = startBridge({ player: createFakePlayer({ ready: true, state: PLAYER_STATE.playing }) });
  const greet = () => harness.send({ event: 'listening' });
  greet();
  harness.send({ event: 'command', func: 'addEventListener', args: ['onStateChange'] });
  await harness.clock.advance(2_000);
  greet();
  expect(harness.infos('onStateChange')).toEqual([PLAYER_STATE.playing, PLAYER_STATE.playing]);
});

test('captions that are there, and a start that the browser refused', () => {
  const player = createFakePlayer({ ready: true, state: PLAYER_STATE.cued, captions: CAPTIONS, autoplayBlocked: true });
  const harness = startBridge({ player });
  harness.listen();
  harness.subscribe('onApiChange', 'onAutoplayBlocked');
  expect(harness.infos('onApiChange')).toEqual([null]);
  expect(harness.infos('onAutoplayBlocked')).toEqual([null]);
});

test('a start that was refused once is no news while the viewer hears the film', () => {
  const player = createFakePlayer({ ready: true, state: PLAYER_STATE.playing, autoplayBlocked: true, muted: false });
  const harness = startBridge({ player });
  harness.listen();
  harness.subscribe('onAutoplayBlocked');
  expect(harness.infos('onAutoplayBlocked')).toEqual([]);
});
