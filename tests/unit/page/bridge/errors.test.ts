import { expect, test } from 'vitest';
import { NO_VIDEO } from '../../../../src/page/player/initial-snapshot.ts';
import { createFakePlayer } from '../../../support/fake-player.ts';
import { startBridge } from '../../../support/bridge-harness.ts';
import { ERROR_AFTER_READY_MS } from '../../../../src/page/bridge/deliveries/error-notices.ts';

const refused = {
  code: 'embedder.denied',
  title: 'This site may not show this video',
  advice: 'Watch it on the original site.',
  retryable: false,
} as const;
const undecodable = { ...refused, code: 'fmt.decode', retryable: true } as const;

const failedAtStart = () => createFakePlayer({ ready: true, state: -1, error: refused, video: NO_VIDEO });

test('an error of the first video is sent once, 150 ms after onReady, so that clients have subscribed [P8, H5]', async () => {
  const harness = startBridge({ player: failedAtStart() });
  harness.listen();
  harness.subscribe('onError');
  await harness.clock.advance(149);
  expect(harness.infos('onReady')).toHaveLength(1);
  expect(harness.infos('onError')).toEqual([]);
  await harness.clock.advance(1);
  expect(harness.infos('onError')).toEqual([150]);
  await harness.clock.advance(10_000);
  expect(harness.infos('onError')).toHaveLength(1);
});

test('an error of the first video is sent to a host that has not subscribed, and again when it subscribes [P8]', async () => {
  const harness = startBridge({ player: failedAtStart() });
  harness.listen();
  await harness.clock.advance(5_000);
  expect(harness.infos('onError')).toEqual([150]);
  harness.subscribe('onError');
  expect(harness.infos('onError')).toEqual([150, 150]);
  harness.subscribe('onError');
  expect(harness.infos('onError')).toEqual([150, 150]);
});

test('an error of the first video is sent to a host that starts to listen later [P8]', async () => {
  const harness = startBridge({ player: failedAtStart() });
  harness.listen(1);
  await harness.clock.advance(60_000);
  harness.forget();
  harness.listen(2);
  await harness.clock.advance(ERROR_AFTER_READY_MS);
  expect(harness.posted.map(({ event, id }) => [event, id])).toEqual([
    ['initialDelivery', 2],
    ['onReady', 2],
    ['onError', 2],
  ]);
});

test('an error of a player that fails while it becomes ready is sent to the host once [P8]', async () => {
  const player = createFakePlayer();
  const harness = startBridge({ player });
  harness.listen();
  player.set({ error: refused });
  player.becomeReady();
  player.emit('onError', 150);
  await harness.clock.advance(1_000);
  expect(harness.infos('onError')).toEqual([150]);
});

test('an error during playback is sent at once, and so is an equal error after a retry [H5]', async () => {
  const harness = startBridge();
  harness.listen();
  harness.subscribe('onError');
  await harness.clock.advance(5_000);
  harness.player.set({ error: undecodable });
  harness.player.emit('onError', 5);
  expect(harness.infos('onError')).toEqual([5]);
  harness.player.set({ error: null });
  harness.player.set({ error: { ...undecodable } });
  harness.player.emit('onError', 5);
  expect(harness.infos('onError')).toEqual([5, 5]);
});

test('an error of the first video that has ended within the 150 ms is not sent [P8]', async () => {
  const harness = startBridge({ player: failedAtStart() });
  harness.listen();
  harness.player.set({ error: null });
  await harness.clock.advance(1_000);
  expect(harness.infos('onError')).toEqual([]);
});

test('a bad argument before or just after ready is reported 150 ms after ready, when the host has subscribed [H4]', async () => {
  const player = createFakePlayer();
  const harness = startBridge({ player });
  harness.listen();
  harness.command('seekTo', ['soon']);
  player.becomeReady();
  harness.command('seekTo', ['later']);
  expect(harness.infos('onError')).toEqual([]);
  await harness.clock.advance(ERROR_AFTER_READY_MS);
  expect(harness.infos('onError')).toEqual([2, 2]);
});

test('a transient error, such as a refused language, is sent at once to a host that has greeted [H5]', async () => {
  const harness = startBridge();
  harness.listen();
  await harness.clock.advance(ERROR_AFTER_READY_MS);
  harness.player.emit('onError', 2);
  expect(harness.infos('onError')).toEqual([2]);
});
