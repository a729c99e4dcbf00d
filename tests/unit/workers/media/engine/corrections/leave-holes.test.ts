import { Events } from 'hls.js';
import { expect, test } from 'vitest';
import type { CorrectedStream } from '../../../../../../workers/media/engine/corrections/correction.ts';
import { leaveHoles } from '../../../../../../workers/media/engine/corrections/leave-holes.ts';
import { createFakeClock } from '../../../../../support/fake-clock.ts';
import { FakeHls } from '../../../../../support/fake-hls.ts';
import { PlainMedia } from '../support.ts';

class PausedMedia extends PlainMedia {
  override paused = true;
  seeking = true;
}

/** A seek to 17.95 s has loaded the segment of sound from 18.01 s on. */
function atHole() {
  const clock = createFakeClock();
  const media = new PausedMedia();
  const hls = new FakeHls({});
  const ending = new AbortController();
  leaveHoles.follow({ hls, media, clock } as unknown as CorrectedStream, ending.signal);
  media.currentTime = 17.95;
  const buffer = (...ranges: [number, number][]): void => {
    media.ranges = ranges;
    hls.say(Events.FRAG_BUFFERED);
  };
  return { clock, media, buffer, ending };
}

test('a paused seek into a small hole ends behind it', async () => {
  const { clock, media, buffer } = atHole();
  buffer([0, 8], [18.01, 20]);
  await clock.advance(400);
  expect(media.currentTime).toBe(17.95);
  await clock.advance(200);
  expect(media.currentTime).toBe(18.01);
});

test('a hole is left in the same way where the video is paused after the segment has come', async () => {
  const { clock, media, buffer } = atHole();
  media.paused = false;
  buffer([18.01, 20]);
  await clock.advance(1_000);
  media.paused = true;
  media.say('pause');
  await clock.advance(500);
  expect(media.currentTime).toBe(18.01);
});

test('a hole that is filled meanwhile is not skipped', async () => {
  const { clock, media, buffer } = atHole();
  buffer([18.01, 20]);
  await clock.advance(300);
  buffer([16, 20]);
  await clock.advance(1_000);
  expect(media.currentTime).toBe(17.95);
});

test.each<[string, Partial<PausedMedia>, [number, number]]>([
  ['hls.js leaves it while it plays', { paused: false }, [18.01, 20]],
  ['the element is there', { seeking: false }, [18.01, 20]],
  ['the next segment is further away, and its own is on its way', {}, [18.21, 20]],
])('nothing is moved where %s', async (_, change, range) => {
  const { clock, media, buffer } = atHole();
  Object.assign(media, change);
  buffer(range);
  await clock.advance(1_000);
  expect(media.currentTime).toBe(17.95);
});

test('another target of the viewer is not overridden, nor one after the stream has ended', async () => {
  const { clock, media, buffer, ending } = atHole();
  buffer([18.01, 20]);
  await clock.advance(400);
  media.seek(4);
  await clock.advance(1_000);
  expect(media.currentTime).toBe(4);
  media.seek(17.95);
  ending.abort();
  await clock.advance(1_000);
  expect(media.currentTime).toBe(17.95);
});
