import { ErrorDetails, Events } from 'hls.js';
import { expect, test } from 'vitest';
import { AUDIO_TRACKS, LEVELS, segment } from '../../../../../support/fake-hls.ts';
import { createPlayingEngine } from '../support.ts';

const LAST_SOUND = segment(5, { type: 'audio' as never });

/** Ten seconds are loaded of a video that ends a little later, with a separate audio track. */
async function createEndingEngine(state: object, lastPictures = 4) {
  const { media, hls } = await createPlayingEngine();
  hls().levels = LEVELS.map((level) => ({ ...level, details: { live: false, endSN: lastPictures } }));
  hls().audioTracks = [{ ...AUDIO_TRACKS[0], url: 'sound.m3u8', details: { live: false, endSN: LAST_SOUND.sn } }];
  Object.assign(media, { duration: 10.07, ...state });
  return {
    media,
    pictures: (index: number): void => hls().say(Events.FRAG_BUFFERED, { frag: segment(index) }),
    sound: (): void => hls().say(Events.FRAG_BUFFERED, { frag: LAST_SOUND }),
    parsedSound: (): void => hls().say(Events.FRAG_PARSED, { frag: LAST_SOUND }),
    stall: (): void => hls().fail({ details: ErrorDetails.BUFFER_STALLED_ERROR, fatal: false }),
    /** How often an end was declared: of a track, or of all. */
    ends: (track: 'video' | null = null): number =>
      hls().calls.filter((call) => call === `${Events.BUFFER_EOS} ${track}`).length,
  };
}

test('an end that the library does not declare is declared where playback waits behind the last pictures', async () => {
  const { media, pictures, parsedSound, stall, ends } = await createEndingEngine({ currentTime: 10.05, seeking: true });
  stall();
  pictures(4);
  expect(ends()).toBe(0);
  Object.assign(media, { seeking: false });
  stall();
  parsedSound();
  expect(ends()).toBe(2);
});

test.for([
  ['before the last seconds', { currentTime: 9.2, ranges: [] }],
  ['after the element has ended', { currentTime: 10.05, ended: true }],
] as const)('no end is declared %s', async ([, state]) => {
  const { pictures, stall, ends } = await createEndingEngine(state);
  pictures(4);
  stall();
  expect(ends()).toBe(0);
});

test('an end is not declared while media with a rest play; media that have stopped never play their rest', async () => {
  const { pictures, sound, stall, ends } = await createEndingEngine({ currentTime: 9.9 });
  pictures(4);
  sound();
  expect(ends()).toBe(0);
  stall();
  expect(ends()).toBe(1);
});

test.for([
  ['with all that there is, an end is declared', [[0, 10]], 1],
  ['and more may come, no end is declared', [[0, 9.5]], 0],
  ['before a hole, no end is declared', [[0, 8.4], [8.6, 10]], 0], // prettier-ignore
] as const)('playback that stops long before its end %s', async ([, ranges, expected]) => {
  const { pictures, sound, stall, ends } = await createEndingEngine({ currentTime: 8, ranges });
  pictures(4);
  sound();
  expect(ends()).toBe(0);
  stall();
  expect(ends()).toBe(expected);
});

test('a stall that the library reports before the last sound is in counts while the element does not move', async () => {
  const { media, pictures, sound, stall, ends } = await createEndingEngine({ currentTime: 9.8 });
  pictures(4);
  // The sound may still come, and would be cut off.
  stall();
  media.currentTime = 9.9;
  sound();
  expect(ends()).toBe(0);
  media.currentTime = 9.8;
  sound();
  expect(ends()).toBe(1);
});

test('the last pictures release the sound that the library holds back', async () => {
  const { pictures, sound, ends } = await createEndingEngine({}, 5);
  pictures(4);
  sound();
  expect(ends('video')).toBe(0);
  pictures(5);
  expect(ends('video')).toBe(1);
});
