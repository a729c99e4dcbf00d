import type { ErrorData, Level } from 'hls.js';
import { expect, test } from 'vitest';
import { noticeDecoderFaults } from '../../../../../../workers/media/engine/corrections/decoder-faults.ts';
import type { HlsMedia } from '../../../../../../workers/media/engine/hls-library.ts';
import { createFakeClock } from '../../../../../support/fake-clock.ts';

const DECODE = { code: 3, message: 'PIPELINE_ERROR_DECODE' };
const fragments = [0, 1, 2].map((sn) => ({ sn, start: sn * 4, end: sn * 4 + 4 }));
const shown = { details: { fragments } } as unknown as Level;

function watch(level: Level | null = shown) {
  const clock = createFakeClock();
  const media = Object.assign(new EventTarget(), { currentTime: 0, error: null as typeof DECODE | null });
  const faults: ErrorData[] = [];
  const ending = new AbortController();
  const onError = (data: ErrorData): void => void faults.push(data);
  noticeDecoderFaults({ media: media as unknown as HlsMedia, clock, shownLevel: () => level, onError }, ending.signal);
  const fail = (seconds: number): void => {
    Object.assign(media, { error: DECODE, currentTime: seconds });
    media.dispatchEvent(new Event('error'));
  };
  return { clock, media, faults, ending, fail };
}

test('a decoder error of the element is reported as a fatal fault of the next segment, if hls.js has not handled it in time', async () => {
  const { clock, faults, fail } = watch();
  fail(7.9);
  expect(faults).toEqual([]);
  await clock.advance(500);
  expect(faults).toMatchObject([
    { fatal: true, type: 'mediaError', error: { message: DECODE.message }, frag: { sn: 2 } },
  ]);
});

test('without a known level the fault of a decoder error has no segment', async () => {
  const { clock, faults, fail } = watch(null);
  fail(1);
  await clock.advance(500);
  expect(faults.map(({ frag }) => frag)).toEqual([undefined]);
});

test('a decoder error is not reported if hls.js has reset the source, or the stream has ended', async () => {
  const { clock, media, faults, ending, fail } = watch();
  fail(1);
  media.error = null;
  await clock.advance(500);
  fail(1);
  ending.abort();
  await clock.advance(500);
  expect(faults).toEqual([]);
});
