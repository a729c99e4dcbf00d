import { expect, test } from 'vitest';
import { createFakePlayer } from '../../../support/fake-player.ts';
import { startBridge, type BridgeHarness } from '../../../support/bridge-harness.ts';

/** Each message as its event, the state or else the names of the fields in its information, its id and its channel. */
function seen(harness: BridgeHarness): unknown[] {
  return harness.posted.map(({ event, info, id, channel }) => {
    const { playerState } = (info ?? {}) as { playerState?: number };
    const isPatch = typeof info === 'object' && info !== null;
    return [event, playerState ?? (isPatch ? Object.keys(info).join() : info), id, channel];
  });
}

test('host script session as recorded: greeting, delivery, subscriptions, first play, ticks [H1, H6]', async () => {
  const player = createFakePlayer({ ready: false, state: 5 });
  const harness = startBridge({ player, ancestorOrigin: null });
  harness.listen();
  await harness.clock.advance(250);
  harness.listen();
  player.becomeReady();
  harness.subscribe('onReady', 'onStateChange');
  harness.command('playVideo');
  player.goTo(-1);
  player.goTo(3);
  player.goTo(1, { position: { seconds: 0, atMs: harness.clock.monotonicNow(), rate: 1 } });
  await harness.clock.advance(270);
  const tick =
    'currentTime,currentTimeLastUpdated_,playbackRate,videoLoadedFraction,videoBytesLoaded,mediaReferenceTime,progressState';
  expect(seen(harness)).toEqual([
    ['initialDelivery', 5, 1, 'widget'],
    ['onReady', null, 1, 'widget'],
    ['apiInfoDelivery', 'namespaces,captions', 1, 'widget'],
    ['infoDelivery', -1, 1, 'widget'],
    ['onStateChange', -1, 1, 'widget'],
    ['infoDelivery', 3, 1, 'widget'],
    ['onStateChange', 3, 1, 'widget'],
    ['infoDelivery', 1, 1, 'widget'],
    ['onStateChange', 1, 1, 'widget'],
    ['infoDelivery', tick, 1, 'widget'],
  ]);
  expect(player.executed.map(({ command }) => command.name)).toEqual(['playVideo']);
});

test('vidstack: greets once without an id, 100 ms after load, and gets its response later [H2, H6]', async () => {
  const player = createFakePlayer({ ready: false, state: -1 });
  const harness = startBridge({ player, ancestorOrigin: null });
  harness.send({ event: 'listening' });
  await harness.clock.advance(1_500);
  expect(harness.posted).toEqual([]);
  player.set({ state: 5 });
  player.becomeReady();
  const [first] = harness.posted;
  expect(first).not.toHaveProperty('id');
  // vidstack becomes ready only with the state 5, and reads times and title from the same delivery.
  expect(first?.info).toMatchObject({
    playerState: 5,
    duration: 20.02,
    videoData: { title: 'Four small worlds' },
    progressState: { current: 0, loaded: 0, seekableStart: 0, seekableEnd: 0 },
  });
});

test('at the end the time is exactly the duration, in the message with the state [H6]', () => {
  const harness = startBridge();
  harness.listen();
  harness.player.goTo(1, { position: { seconds: 19.9, atMs: 0, rate: 1 }, bufferedRanges: [[0, 20.01]] });
  harness.player.goTo(0, { position: { seconds: 20.02, atMs: 0, rate: 0 } });
  expect(harness.infos('infoDelivery').at(-1)).toMatchObject({
    playerState: 0,
    currentTime: 20.02,
    duration: 20.02,
    videoLoadedFraction: 1,
  });
});
