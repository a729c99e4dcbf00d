import { expect, test } from 'vitest';
import type { PlayerResponse } from '../../../../../protocol/provider/player-response.ts';
import { TelevisionOffer } from '../../../../../src/page/interface/television/television-offer.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakePlayer, VIDEO } from '../../../../support/fake-player.ts';
import { FakeReceivers } from '../../../../support/fake-receivers.ts';

type Streams = NonNullable<PlayerResponse['streamingData']>;

const file = (url: string, height: number) => ({ url, mimeType: 'video/mp4', width: height, height, bitrate: 1 });
const HLS: Streams = { hlsManifestUrl: '/a.m3u8', progressive: [], isLive: false };
const BOTH: Streams = { ...HLS, progressive: [file('/240.mp4', 240), file('/720.mp4', 720)] };

const shown = (streamingData: Streams) => ({
  video: { ...VIDEO, response: { playabilityStatus: { status: 'OK' as const }, streamingData } },
});

function open(streams: Streams, { hasNativeHls = false, refusesToWatch = null as string | null } = {}) {
  const clock = createFakeClock();
  const player = createFakePlayer(shown(streams));
  const receivers = Object.assign(new FakeReceivers(), { refusesToWatch });
  const watched: string[] = [];
  const offer = new TelevisionOffer({
    player,
    hasNativeHls,
    receiversOf(address) {
      watched.push(address);
      return receivers;
    },
    reportError(error) {
      throw error;
    },
  });
  const stop = offer.subscribe(() => undefined);
  return { clock, player, receivers, watched, offer, stop };
}

test('playback on a receiver is offered while a receiver is available', async () => {
  const { clock, receivers, offer } = open(BOTH);
  await clock.advance(0);
  expect(offer.get()).toBe('none');
  receivers.find(true);
  expect(offer.get()).toBe('button');
  receivers.find(false);
  expect(offer.get()).toBe('none');
});

test.each([
  ['NotSupportedError', 'menu'],
  ['InvalidStateError', 'none'],
])('in a browser that refuses to watch receivers with %s the offer is: %s', async (refusesToWatch, expected) => {
  const { clock, offer } = open(BOTH, { refusesToWatch });
  await clock.advance(0);
  expect(offer.get()).toBe(expected);
});

test('the search for receivers follows the address of the video, and ends with the last subscriber to save power', async () => {
  const { clock, player, receivers, watched, stop } = open(BOTH);
  await clock.advance(0);
  player.set(shown({ ...BOTH, progressive: [file('/other.mp4', 360)] }));
  await clock.advance(0);
  expect([watched, receivers.watchers]).toEqual([['/720.mp4', '/other.mp4'], 1]);
  stop();
  await clock.advance(0);
  expect(receivers.watchers).toBe(0);
});
