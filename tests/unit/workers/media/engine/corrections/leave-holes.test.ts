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

/** After a seek to 17.95 s the sound is loaded only from 18.01 s on. */
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

test('a paused seek into a small gap of the buffer moves to the end of the gap after a wait', async () => {
  const { clock, media, buffer } = atHole();
  buffer([0, 8], [18.01, 20]);
  await clock.advance(400);
  expect(media.currentTime).toBe(17.95);
  await clock.advance(200);
  expect(media.currentTime).toBe(18.01);
});

test('a small gap of the buffer is left in the same way if the video is paused after the next segment was loaded', async () => {
  const { clock, media, buffer } = atHole();
  media.paused = false;
  buffer([18.01, 20]);
  await clock.advance(1_000);
  media.paused = true;
  media.say('pause');
  await clock.advance(500);
  expect(media.currentTime).toBe(18.01);
});

test('a gap of the buffer that is filled during the wait is not skipped', async () => {
  const { clock, media, buffer } = atHole();
  buffer([18.01, 20]);
  await clock.advance(300);
  buffer([16, 20]);
  await clock.advance(1_000);
  expect(media.currentTime).toBe(17.95);
});

test.each<[string, Partial<PausedMedia>, [number, number]]>([
  ['the video plays, where hls.js leaves the gap', { paused: false }, [18.01, 20]],
  ['the element does not seek', { seeking: false }, [18.01, 20]],
  ['the gap is larger, so that its segment is still loading', {}, [18.21, 20]],
])('a paused element is not moved out of a gap if %s', async (_, change, range) => {
  const { clock, media, buffer } = atHole();
  Object.assign(media, change);
  buffer(range);
  await clock.advance(1_000);
  expect(media.currentTime).toBe(17.95);
});

test('a gap is not left after the viewer has sought elsewhere, or after the stream has ended', async () => {
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
