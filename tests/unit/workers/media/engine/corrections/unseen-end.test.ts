import { ErrorDetails, Events } from 'hls.js';
import { expect, test } from 'vitest';
import { AUDIO_TRACKS, LEVELS, segment } from '../../../../../support/fake-hls.ts';
import { createPlayingEngine } from '../support.ts';

const LAST_SOUND = segment(5, { type: 'audio' as never });

/** Ten seconds are buffered of a video that ends a little later and has a separate audio track. */
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
    /** How often the end of a track, or of all tracks, was declared. */
    ends: (track: 'video' | null = null): number =>
      hls().calls.filter((call) => call === `${Events.BUFFER_EOS} ${track}`).length,
  };
}

test('the end is declared, if hls.js does not, when playback stalls behind the last pictures', async () => {
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

test('the end is not declared while the rest of the media plays, and is declared once playback stalls', async () => {
  const { pictures, sound, stall, ends } = await createEndingEngine({ currentTime: 9.9 });
  pictures(4);
  sound();
  expect(ends()).toBe(0);
  stall();
  expect(ends()).toBe(1);
});

test.for([
  ['with all media loaded declares the end', [[0, 10]], 1],
  ['before all media are loaded declares no end', [[0, 9.5]], 0],
  ['before a gap of the buffer declares no end', [[0, 8.4], [8.6, 10]], 0], // prettier-ignore
] as const)('a stall long before the end %s', async ([, ranges, expected]) => {
  const { pictures, sound, stall, ends } = await createEndingEngine({ currentTime: 8, ranges });
  pictures(4);
  sound();
  expect(ends()).toBe(0);
  stall();
  expect(ends()).toBe(expected);
});

test('a stall reported before the last sound has arrived declares the end then, if the element has not moved since', async () => {
  const { media, pictures, sound, stall, ends } = await createEndingEngine({ currentTime: 9.8 });
  pictures(4);
  // The sound may still arrive, and an early end would cut it off.
  stall();
  media.currentTime = 9.9;
  sound();
  expect(ends()).toBe(0);
  media.currentTime = 9.8;
  sound();
  expect(ends()).toBe(1);
});

test('the end of the pictures is declared once the last pictures are loaded, so that hls.js appends the sound it holds back', async () => {
  const { pictures, sound, ends } = await createEndingEngine({}, 5);
  pictures(4);
  sound();
  expect(ends('video')).toBe(0);
  pictures(5);
  expect(ends('video')).toBe(1);
});
