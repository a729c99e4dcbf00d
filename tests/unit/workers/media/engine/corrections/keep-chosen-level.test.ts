import { Events } from 'hls.js';
import { expect, test } from 'vitest';
import type { CorrectedStream } from '../../../../../../workers/media/engine/corrections/correction.ts';
import { keepChosenLevel } from '../../../../../../workers/media/engine/corrections/keep-chosen-level.ts';
import { FakeHls } from '../../../../../support/fake-hls.ts';
import { PlainMedia } from '../support.ts';

/** Five segments of two seconds in two levels, buffered in the first level by a head start and by requests. */
function atEnd() {
  const fragments = [0, 1, 2, 3, 4].map((sn) => ({ sn, start: 2 * sn, end: 2 * sn + 2 }));
  const media = new PlainMedia();
  media.ranges = [[0, 10]];
  media.currentTime = 10;
  const hls = new FakeHls({});
  hls.levels = [{ details: { fragments } }, { details: { fragments } }];
  const ending = new AbortController();
  const network = { isOnline: true };
  const stream = { hls, media, isOnline: () => network.isOnline } as unknown as CorrectedStream;
  keepChosenLevel.follow(stream, ending.signal);
  const buffer = (level: number, ...segments: number[]): void => {
    for (const sn of segments) hls.say(Events.FRAG_BUFFERED, { frag: { type: 'main', sn, level } });
  };
  buffer(0, 2, 3, 4);
  return { media, hls, buffer, ending, network };
}

test.each([0, 5])('a seek to second %d, which is buffered in another level, loads the chosen level', (seconds) => {
  const { media, hls } = atEnd();
  hls.nextLevel = 1;
  media.seek(seconds);
  expect(hls.calls).toEqual(['level 1', 'current level 1']);
});

test.each<[string, seconds: number, (stream: ReturnType<typeof atEnd>) => unknown]>([
  ['without a network', 0, ({ network }) => (network.isOnline = false)],
  ['into the buffer of the chosen level', 5, ({ buffer }) => buffer(1, 1, 2)],
  ['to a position outside the buffer', 1, ({ media }) => (media.ranges = [[4, 10]])],
  ['of a stream that has ended', 0, ({ ending }) => ending.abort()],
])('a seek %s is left to hls.js', (_, seconds, happen) => {
  const stream = atEnd();
  stream.hls.nextLevel = 1;
  happen(stream);
  stream.media.seek(seconds);
  expect(stream.hls.calls).toEqual(['level 1']);
});

test('with the automatic choice a seek into another level loads no level', () => {
  const { media, hls } = atEnd();
  media.seek(0);
  expect(hls.calls).toEqual([]);
});

test('a seek loads a chosen level whose segments are not known yet', () => {
  const { media, hls } = atEnd();
  hls.levels = [hls.levels[0] ?? {}, {}];
  hls.nextLevel = 1;
  media.seek(0);
  expect(hls.calls).toEqual(['level 1', 'current level 1']);
});
