import { ErrorDetails, ErrorTypes, Events } from 'hls.js';
import { expect, test } from 'vitest';
import { AUDIO_TRACKS, LEVELS, segment } from '../../../../support/fake-hls.ts';
import { USUAL_LIMITS } from '../../../../../protocol/media/loading-limits.ts';
import { createEngine, createPlayingEngine, SOURCE } from './support.ts';

const MISSING = { details: ErrorDetails.FRAG_LOAD_ERROR, response: { url: '', code: 404, data: '' } } as const;
const UNREACHABLE = { details: ErrorDetails.FRAG_LOAD_ERROR } as const;
const DAMAGED = { details: ErrorDetails.FRAG_PARSING_ERROR, type: ErrorTypes.MEDIA_ERROR } as const;
/** Delay between stopping and starting the loading of the library. */
const ABORT_SETTLES_MS = 100;

/** The started stream that a head start passes to the engine. */
const startedStreamOf = (mediaSource: unknown, bandwidthEstimate = 0) => ({
  mediaSource: mediaSource as MediaSource,
  buffers: new Map(),
  kept: new Map(),
  bandwidthEstimate,
  loadedBytes: 0,
});

/** Nine seconds of a level in which four of ten frames are dropped. */
async function dropFrames({ media, hls, clock }: ReturnType<typeof createEngine>, level: number): Promise<void> {
  hls().say(Events.LEVEL_SWITCHED, { level });
  for (let second = 0; second <= 8; second += 1) {
    const { droppedVideoFrames, totalVideoFrames } = media.frames;
    media.frames = { droppedVideoFrames: droppedVideoFrames + 10, totalVideoFrames: totalVideoFrames + 25 };
    media.say('timeupdate');
    await clock.advance(1_000);
  }
}

test('a source without an HLS address, or a browser without MediaSource, is refused with its error', async () => {
  const { engine, fake } = createEngine();
  expect(await engine.load({ videoId: 'a', progressive: [], isLive: false, startSeconds: 0 })).toMatchObject({
    ok: false,
    code: 'fmt.noneavailable',
  });
  fake.isSupported = false;
  expect(await engine.load(SOURCE)).toMatchObject({ ok: false, code: 'html5.missingapi' });
  expect(fake.instances).toEqual([]);
});

test('a stream on main is attached to the element itself and starts at the given position', async () => {
  const { engine, media, hls } = createEngine();
  expect(await engine.load({ ...SOURCE, startSeconds: 7 })).toMatchObject({ ok: true });
  expect(engine.path).toBe('main');
  expect(hls().calls).toEqual([`source ${SOURCE.hlsManifestUrl}`, 'attach']);
  expect(hls().attached).toBe(media);
  expect(hls().config).toMatchObject({ startPosition: 7, ignoreDevicePixelRatio: false, capLevelToPlayerSize: true });
  expect(hls().config.autoStartLoad).toBeUndefined();
});

test('a stream in the worker is attached to a source of the worker', async () => {
  const mediaSource = {} as MediaSource;
  const { engine, media, hls } = createEngine({ openMediaSource: () => mediaSource });
  await engine.load(SOURCE);
  expect(engine.path).toBe('worker');
  expect(hls().attached).toEqual({ media, mediaSource });
  expect(hls().config).toMatchObject({ startPosition: -1, ignoreDevicePixelRatio: true });
});

test('a 360° video is not capped to the size of the player', async () => {
  const { engine, hls } = createEngine();
  await engine.load({ ...SOURCE, isSpherical: true });
  expect(hls().config.capLevelToPlayerSize).toBe(false);
});

test('after a head start the engine continues from the position of the element, in the started stream', async () => {
  const mediaSource = { addSourceBuffer: () => ({}) };
  const startedStream = startedStreamOf(mediaSource, 1_000);
  const { engine, media, hls } = createEngine({ openMediaSource: () => ({}) as MediaSource, startedStream });
  await engine.load(SOURCE);
  media.currentTime = 1.5;
  expect(hls().attached).toEqual({ media, mediaSource });
  expect(hls().config).toMatchObject({ autoStartLoad: false, startLevel: 0, abrEwmaDefaultEstimate: 800 });
  hls().parseManifest();
  expect(hls().calls.at(-1)).toBe('load 1.5');
});

test('a started stream is used once, and a recovery opens the stream in a new source', async () => {
  const second = {} as MediaSource;
  const startedStream = startedStreamOf({ addSourceBuffer: () => ({}) });
  const { engine, media, hls } = createEngine({ openMediaSource: () => second, startedStream });
  await engine.load(SOURCE);
  expect(hls().config.abrEwmaDefaultEstimate).toBeUndefined();
  await engine.recover(3);
  expect(hls().attached).toEqual({ media, mediaSource: second });
  expect(hls().config.autoStartLoad).toBeUndefined();
});

// — Qualities and audio tracks —

test('the engine emits each quality name once, the highest first, and the quality on screen', async () => {
  const { states, hls } = await createPlayingEngine();
  expect(states[0]).toMatchObject({
    qualities: ['hd720', 'large', 'small', 'auto'],
    quality: 'unknown',
    automatic: true,
    isLive: null,
    seekable: null,
  });
  hls().say(Events.LEVEL_SWITCHED, { level: 1 });
  expect(states.at(-1)).toMatchObject({ quality: 'large', automatic: true });
});

test('setLimits limits the buffer ahead and the automatic level of the library', async () => {
  const { engine, media, hls } = await createPlayingEngine();
  expect(hls().config).toMatchObject({ maxBufferLength: 10, maxMaxBufferLength: 10 });
  for (let seconds = 1; seconds <= 25; seconds += 1) {
    media.currentTime = seconds;
    media.say('timeupdate');
  }
  expect(hls().config).toMatchObject({ maxBufferLength: 30, maxMaxBufferLength: 30, backBufferLength: 30 });
  // Until the page sets its limits, the engine assumes that the viewer saves data.
  expect(hls().autoLevelCapping).toBe(1);
  engine.setLimits({ ...USUAL_LIMITS, maxQuality: 'medium', aheadSeconds: 10 });
  expect(hls().config).toMatchObject({ maxBufferLength: 10, maxMaxBufferLength: 10 });
  expect(hls().autoLevelCapping).toBe(0);
  // The lower limit of the player's size stays; the library itself raises it.
  engine.setLimits({ ...USUAL_LIMITS, maxQuality: 'hd1080', aheadSeconds: 30 });
  expect(hls().autoLevelCapping).toBe(0);
});

test('a level that drops frames is left at once under the automatic choice, and kept if the viewer has chosen it', async () => {
  const playing = await createPlayingEngine();
  const { engine, hls } = playing;
  await dropFrames(playing, 2);
  expect([hls().autoLevelCapping, hls().calls]).toEqual([1, ['level -1']]);
  engine.setQuality('hd720');
  hls().calls.length = 0;
  await dropFrames(playing, 3);
  expect(hls().calls).toEqual([]);
});

test('offline the buffer of a level that drops frames is played to its end, since no other segments can be loaded', async () => {
  const playing = await createPlayingEngine({ isOnline: () => false });
  await dropFrames(playing, 2);
  expect([playing.hls().autoLevelCapping, playing.hls().calls]).toEqual([1, []]);
});

test('the level of a 360° video is limited by setLimits, and unlimited once the limits are lifted', async () => {
  const { engine, hls } = createEngine();
  await engine.load({ ...SOURCE, isSpherical: true });
  engine.setLimits({ ...USUAL_LIMITS, maxQuality: 'small', aheadSeconds: 30 });
  hls().parseManifest();
  expect(hls().autoLevelCapping).toBe(0);
  engine.setLimits(USUAL_LIMITS);
  expect(hls().autoLevelCapping).toBe(-1);
});

test('the state has the bytes an hour of each quality and, updated every five seconds, the loaded bytes', async () => {
  const { states, hls, engine, clock } = await createPlayingEngine();
  const bytesPerHour = { small: 135_000_000, large: 405_000_000, hd720: 1_170_000_000 };
  expect(states[0]).toMatchObject({ dataUse: { bytesPerHour, loadedBytes: 0 } });
  hls().say(Events.FRAG_LOADED, { payload: new ArrayBuffer(1_000) });
  hls().say(Events.FRAG_LOADED, { payload: new ArrayBuffer(500) });
  const before = states.length;
  hls().buffer();
  hls().buffer();
  expect(states).toHaveLength(before);
  await clock.advance(5_000);
  expect(states).toHaveLength(before + 1);
  expect(states.at(-1)).toMatchObject({ dataUse: { loadedBytes: 1_500 } });
  hls().buffer();
  await engine.load(SOURCE);
  hls().parseManifest();
  expect(states.at(-1)).toMatchObject({ dataUse: { loadedBytes: 0 } });
});

test('a chosen quality sets the level of its name with the highest bit rate, and `auto` sets the automatic choice again', async () => {
  const { engine, states, hls } = await createPlayingEngine();
  engine.setQuality('hd720');
  expect(hls().nextLevel).toBe(3);
  engine.setQuality('small');
  expect(hls().nextLevel).toBe(0);
  expect(states.at(-1)).toMatchObject({ automatic: false });
  engine.setQuality('auto');
  expect(hls().nextLevel).toBe(-1);
  expect(states.at(-1)).toMatchObject({ automatic: true });
});

test.each([
  [1, ['load level -1']],
  [2, ['load level -1', 'level -1']],
] as const)(
  'if the automatic level after a chosen level 1 is %i, the calls are %j: only a better level drops the buffer',
  async (nextAutoLevel, calls) => {
    const { engine, hls } = await createPlayingEngine();
    engine.setQuality('large');
    expect(hls().nextLevel).toBe(1);
    hls().nextAutoLevel = nextAutoLevel;
    const before = hls().calls.length;
    engine.setQuality('auto');
    expect(hls().calls.slice(before)).toEqual(calls);
  },
);

test('an unknown quality sets the automatic choice', async () => {
  const { engine, hls } = await createPlayingEngine();
  engine.setQuality('large');
  engine.setQuality('hd1080');
  expect(hls().autoLevelEnabled).toBe(true);
});

test('the last quality chosen before the levels are known is applied once they are', async () => {
  const { engine, hls } = createEngine();
  engine.setQuality('small');
  await engine.load(SOURCE);
  engine.setQuality('large');
  expect(hls().autoLevelEnabled).toBe(true);
  hls().parseManifest();
  expect(hls().nextLevel).toBe(1);
});

test('the quality `auto` causes no level call if the library is already automatic', async () => {
  const { engine, hls } = createEngine();
  await engine.load(SOURCE);
  hls().parseManifest();
  engine.setQuality('auto');
  expect(hls().calls.filter((call) => call.startsWith('level'))).toEqual([]);
});

test('the chosen quality survives a recovery', async () => {
  const { engine, hls } = await createPlayingEngine();
  engine.setQuality('large');
  await engine.recover(4);
  hls().parseManifest();
  expect(hls().nextLevel).toBe(1);
});

test('the engine emits audio tracks with their known languages and roles, and a track can be chosen', async () => {
  const { engine, states, hls } = await createPlayingEngine();
  hls().audioTracks = AUDIO_TRACKS;
  hls().audioTrack = 0;
  hls().say(Events.AUDIO_TRACKS_UPDATED);
  expect(states.at(-1)).toMatchObject({
    audioTrack: '0',
    audioTracks: [
      { id: '0', name: 'Deutsch', languageCode: 'de', isDescribed: false },
      { id: '1', name: 'Comment', languageCode: '', isDescribed: false },
      { id: '2', name: 'Deutsch', languageCode: 'de', isDescribed: true },
    ],
  });
  engine.setAudioTrack('1');
  hls().say(Events.AUDIO_TRACK_SWITCHING);
  expect(states.at(-1)).toMatchObject({ audioTrack: '1' });
});

test('the quality `audio` opens a sound-only stream at the position, and `auto` opens pictures again with the chosen track', async () => {
  const { engine, fake, hls, media } = await createPlayingEngine();
  const findTracks = (): void => {
    Object.assign(hls(), { audioTracks: AUDIO_TRACKS, audioTrack: 2 });
    hls().say(Events.AUDIO_TRACKS_UPDATED);
  };
  findTracks();
  engine.setAudioTrack('1');
  media.currentTime = 7;
  engine.setQuality('audio');
  expect(fake.instances).toHaveLength(2);
  expect(fake.instances[0]?.isDestroyed).toBe(true);
  expect(hls().config.startPosition).toBe(7);
  engine.setQuality('audio');
  engine.setAudioTrack('1');
  expect(fake.instances).toHaveLength(2);
  engine.setAudioTrack('0');
  expect(fake.instances).toHaveLength(3);
  media.currentTime = 9;
  engine.setQuality('auto');
  expect(fake.instances).toHaveLength(4);
  expect(hls().config.startPosition).toBe(9);
  findTracks();
  expect(hls().audioTrack).toBe(0);
});

test('the quality `audio` replaces a head start by a sound-only stream at its position', async () => {
  const { engine, fake, hls, media } = createEngine({
    startedStream: startedStreamOf({}),
    openMediaSource: () => ({}) as MediaSource,
  });
  media.currentTime = 2;
  await engine.load({ ...SOURCE, quality: 'audio' });
  expect(fake.instances).toHaveLength(1);
  expect(hls().config).toMatchObject({ startPosition: 2 });
  expect(hls().config.autoStartLoad).toBeUndefined();
});

test('a video with a single audio track has an empty list of audio tracks and no active track', async () => {
  const { states } = await createPlayingEngine();
  expect(states.at(-1)).toMatchObject({ audioTrack: '', audioTracks: [] });
});

// — Faults —

test('every error is emitted as a problem, and a non-fatal error or a caption error has no other effect', async () => {
  const { clock, problems, fatals, hls } = await createPlayingEngine();
  hls().fail({ details: ErrorDetails.FRAG_LOAD_ERROR, fatal: false });
  hls().fail({ details: ErrorDetails.SUBTITLE_LOAD_ERROR });
  await clock.advance(10_000);
  expect(problems).toEqual(['fragLoadError', 'subtitleTrackLoadError']);
  expect([hls().calls, fatals]).toEqual([[], []]);
});

test('a network failure is retried after 1, 2 and 4 s', async () => {
  const { clock, hls } = await createPlayingEngine();
  for (const waitMs of [1_000, 2_000, 4_000]) {
    hls().fail(UNREACHABLE);
    await clock.advance(waitMs + ABORT_SETTLES_MS - 1);
    expect(hls().calls).toEqual([]);
    await clock.advance(1);
    expect(hls().calls.splice(0)).toEqual(['load']);
  }
});

test('two faults before a reload cause one reload, after the later delay', async () => {
  const { clock, hls } = await createPlayingEngine();
  hls().fail(UNREACHABLE);
  hls().fail(UNREACHABLE);
  await clock.advance(2_000 + ABORT_SETTLES_MS - 1);
  expect(hls().calls).toEqual([]);
  await clock.advance(10_000);
  expect(hls().calls).toEqual(['load']);
});

test('an arriving segment of the failed track resets the retries, and a segment of another track does not', async () => {
  const { clock, hls } = await createPlayingEngine();
  const fail = () => hls().fail({ ...UNREACHABLE, frag: segment(3) });
  fail();
  await clock.advance(1_000 + ABORT_SETTLES_MS);
  hls().buffer('audio');
  fail();
  await clock.advance(1_000 + ABORT_SETTLES_MS);
  expect(hls().calls).toEqual(['load']);
  await clock.advance(1_000);
  expect(hls().calls).toEqual(['load', 'load']);
  hls().buffer('main');
  fail();
  await clock.advance(1_000 + ABORT_SETTLES_MS);
  expect(hls().calls).toHaveLength(3);
});

test('loaded media are played to their end before the error is emitted', async () => {
  const { media, fatals, hls } = await createPlayingEngine();
  for (let tries = 0; tries < 4; tries += 1) hls().fail(UNREACHABLE);
  media.currentTime = 9.6;
  media.say('timeupdate');
  expect(fatals).toEqual([]);
  media.currentTime = 9.8;
  media.say('timeupdate');
  expect(fatals).toEqual([{ code: 'net.connect', message: 'broken', detail: 'fragLoadError' }]);
  expect(hls().isDestroyed).toBe(true);
});

test('after a network failure the error is emitted when the element stalls', async () => {
  const { media, fatals, hls } = await createPlayingEngine();
  for (let tries = 0; tries < 4; tries += 1) hls().fail(UNREACHABLE);
  media.currentTime = 10;
  media.say('waiting');
  expect(fatals).toHaveLength(1);
});

test('after a network failure with an empty buffer the error is emitted at once', async () => {
  const { media, fatals, hls } = await createPlayingEngine();
  media.currentTime = 20;
  for (let tries = 0; tries < 4; tries += 1) hls().fail(UNREACHABLE);
  expect(fatals).toHaveLength(1);
});

test.each(['seeking', 'online'])('the event %s cancels a deferred failure, and loading continues', async (type) => {
  const { media, connection, clock, fatals, hls } = await createPlayingEngine();
  for (let tries = 0; tries < 4; tries += 1) hls().fail(UNREACHABLE);
  await clock.advance(10_000);
  hls().calls.length = 0;
  media.currentTime = 5;
  (type === 'online' ? connection : media).dispatchEvent(new Event(type));
  await clock.advance(ABORT_SETTLES_MS);
  expect(hls().calls).toEqual(['load 5']);
  media.currentTime = 10;
  media.say('waiting');
  expect(fatals).toEqual([]);
  hls().fail(UNREACHABLE);
  await clock.advance(1_000 + ABORT_SETTLES_MS);
  expect(hls().calls).toEqual(['load 5', 'load']);
});

test('without a failure a seek or a restored connection causes no load', async () => {
  const { media, connection, hls } = await createPlayingEngine();
  media.seek(5);
  connection.dispatchEvent(new Event('online'));
  expect(hls().calls).toEqual([]);
});

test('a first playlist that fails to load is a fatal error at once, with the code of the catalogue', async () => {
  const { engine, fatals, hls } = createEngine();
  await engine.load(SOURCE);
  hls().fail({ details: ErrorDetails.MANIFEST_LOAD_ERROR, response: { url: '', code: 404, data: '' } });
  expect(fatals).toMatchObject([{ code: 'net.unavailable' }]);
});

test('a repeated decoder failure continues with a lower level, and is fatal at the lowest level', async () => {
  const { fatals, engine, hls } = await createPlayingEngine();
  hls().loading = 2;
  hls().fail(DAMAGED);
  hls().fail(DAMAGED);
  expect([hls().autoLevelCapping, hls().calls, fatals]).toEqual([1, ['detach', 'attach', 'detach', 'attach'], []]);
  // The quality that the viewer has chosen fails as well.
  engine.setQuality('large');
  hls().loading = 1;
  hls().calls.length = 0;
  hls().fail(DAMAGED);
  hls().fail(DAMAGED);
  expect([hls().calls, fatals]).toEqual([['detach', 'attach', 'load level 0', 'detach', 'attach'], []]);
  hls().loading = 0;
  hls().fail(DAMAGED);
  hls().fail(DAMAGED);
  expect(fatals).toMatchObject([{ code: 'fmt.unplayable' }]);
});

test('in the worker a decoder failure opens a new source, and loading continues at the same position', async () => {
  const sources: MediaSource[] = [];
  const openMediaSource = (): MediaSource => {
    sources.push({} as MediaSource);
    return sources.at(-1) as MediaSource;
  };
  const { media, clock, hls } = await createPlayingEngine({ openMediaSource });
  media.currentTime = 6;
  hls().fail(DAMAGED);
  await clock.advance(ABORT_SETTLES_MS);
  expect(hls().calls).toEqual(['detach', 'attach', 'load 6']);
  expect(sources).toHaveLength(2);
  expect(hls().attached).toEqual({ media, mediaSource: sources[1] });
});

test('on main a decoder failure attaches a new source, and loading continues at the same position', async () => {
  const { clock, hls } = await createPlayingEngine();
  hls().fail(DAMAGED);
  await clock.advance(ABORT_SETTLES_MS);
  expect(hls().calls).toEqual(['detach', 'attach', 'load 0']);
});

test('an init segment, after which the buffer has not grown, does not count as a dropped segment', async () => {
  const { clock, hls, fake } = await createPlayingEngine();
  for (let number = 0; number < 4; number += 1) {
    hls().append('video', segment(number), [number * 4, number * 4], false);
    hls().append('video', segment(number), [0, number * 4 + 4]);
  }
  await clock.advance(1);
  expect(fake.instances).toHaveLength(1);
});

test('a stream whose sources drop every segment is opened again three times at most', async () => {
  const { clock, hls, fake } = await createPlayingEngine();
  for (let opened = 0; opened < 6; opened += 1) {
    hls().append('audio', segment(3), [0, 4]);
    hls().append('audio', segment(4), [0, 4]);
    await clock.advance(1);
  }
  expect(fake.instances).toHaveLength(4);
});

test('a stream whose source drops two segments in a row is opened again at the same position', async () => {
  const { media, clock, hls, fake } = await createPlayingEngine();
  media.currentTime = 0.5;
  hls().append('audio', segment(0), [14, 28]);
  hls().append('audio', segment(1), [0, 4]);
  hls().append('audio', segment(2), [0, 4]);
  await clock.advance(1);
  expect(fake.instances).toHaveLength(1);
  hls().append('audio', segment(3), [0, 4]);
  hls().append('audio', segment(4), [0, 4]);
  await clock.advance(1);
  expect(fake.instances).toHaveLength(2);
  expect(hls().config.startPosition).toBe(0.5);
});

test('a missing segment is marked as a gap and skipped', async () => {
  const { media, clock, fatals, hls } = await createPlayingEngine();
  media.currentTime = 4;
  const missing = segment(5);
  hls().fail({ ...MISSING, frag: missing });
  await clock.advance(ABORT_SETTLES_MS);
  expect([missing.gap, missing.tagList]).toEqual([true, [['GAP']]]);
  expect(hls().calls).toEqual(['load 4']);
  expect(fatals).toEqual([]);
});

test('a damaged segment is skipped with a new source, since the buffer has a part of the segment', async () => {
  const { hls } = await createPlayingEngine();
  const frag = segment(5);
  hls().fail({ ...DAMAGED, frag });
  hls().fail({ ...DAMAGED, frag });
  expect(hls().calls).toEqual(['detach', 'attach', 'detach', 'attach']);
  expect(frag.gap).toBe(true);
});

test('playback that stops in the gap of a skipped segment moves behind it once the next segment is loaded', async () => {
  const { media, clock, hls } = await createPlayingEngine();
  media.currentTime = 10.5;
  hls().fail({ ...MISSING, frag: segment(5) });
  await clock.advance(ABORT_SETTLES_MS);
  expect(hls().calls).toEqual(['load 12.05']);
  hls().buffer();
  expect(media.currentTime).toBe(10.5);
  media.ranges = [
    [0, 10],
    [12, 14],
  ];
  hls().buffer();
  expect(media.currentTime).toBe(12.05);
});

test('a seek into the gap of a skipped segment moves behind the gap, and a seek beside it does not', async () => {
  const { media, hls } = await createPlayingEngine();
  hls().fail({ ...MISSING, frag: segment(5) });
  media.ranges = [
    [0, 10],
    [12, 14],
  ];
  media.seek(9);
  expect(media.currentTime).toBe(9);
  media.seek(10.5);
  expect(media.currentTime).toBe(12.05);
  media.seek(10);
  expect(media.currentTime).toBe(12.05);
  media.seek(12);
  expect(media.currentTime).toBe(12);
});

test('a stream that would begin with a missing segment is opened again behind this segment', async () => {
  const { engine, media, fake, hls } = createEngine();
  await engine.load(SOURCE);
  hls().parseManifest();
  media.ranges = [];
  hls().fail({ ...MISSING, frag: segment(0) });
  expect(fake.instances).toHaveLength(2);
  expect(fake.instances[0]?.isDestroyed).toBe(true);
  expect(hls().config.startPosition).toBe(2.05);
  expect(hls().calls).toContain(`source ${SOURCE.hlsManifestUrl}`);
});

test('if the last segment fails, the buffer before it is played and then the error is emitted', async () => {
  const { media, fatals, hls } = await createPlayingEngine();
  hls().levels = LEVELS.map((level) => ({ ...level, details: { live: false, endSN: 5 } }));
  const last = segment(5);
  hls().fail({ ...MISSING, frag: last });
  expect([last.gap, hls().calls, fatals]).toEqual([undefined, [], []]);
  media.currentTime = 9.9;
  media.say('waiting');
  expect(fatals).toMatchObject([{ code: 'net.badstatus' }]);
});

test('whether a failed audio segment is the last segment is decided by the audio track, not by the levels', async () => {
  const { media, fatals, hls } = await createPlayingEngine();
  hls().levels = LEVELS.map((level) => ({ ...level, details: { live: false, endSN: 9 } }));
  hls().audioTracks = [{ ...AUDIO_TRACKS[0], details: { live: false, endSN: 5 } }];
  hls().fail({ ...MISSING, frag: segment(5, { type: 'audio' as never }) });
  media.currentTime = 10;
  media.say('waiting');
  expect(fatals).toHaveLength(1);
});

test('the newest segment of a live stream is skipped, unlike the last segment of a video', async () => {
  const { fatals, hls } = await createPlayingEngine();
  hls().levels = LEVELS.map((level) => ({ ...level, details: { live: true, endSN: 5 } }));
  const newest = segment(5);
  hls().fail({ ...MISSING, frag: newest });
  expect([newest.gap, fatals]).toEqual([true, []]);
});

// — Before the first segment is loaded —

test('a seek before the first segment is loaded moves the start position', async () => {
  const { engine, media, clock, hls } = createEngine();
  await engine.load({ ...SOURCE, startSeconds: 2 });
  media.seek(9);
  expect(hls().config.startPosition).toBe(9);
  await clock.advance(ABORT_SETTLES_MS);
  expect(hls().calls).not.toContain('load 9');
  hls().parseManifest();
  media.seek(11);
  expect(hls().config.startPosition).toBe(11);
  await clock.advance(ABORT_SETTLES_MS - 1);
  expect(hls().calls).not.toContain('load 11');
  await clock.advance(1);
  expect(hls().calls.at(-1)).toBe('load 11');
});

test('a late seeking event for the start position does not load the start again', async () => {
  const { engine, media, clock, hls } = createEngine();
  await engine.load({ ...SOURCE, startSeconds: 6 });
  hls().parseManifest();
  hls().beginByItself();
  const calls = [...hls().calls];
  media.seek(6);
  await clock.advance(10_000);
  expect(hls().calls).toEqual(calls);
  media.seek(9);
  await clock.advance(10_000);
  expect(hls().calls.at(-1)).toBe('load 9');
});

test('after a seek, a library that starts by itself while stopping is stopped once more before it starts at the target', async () => {
  const { engine, media, clock, hls } = createEngine();
  await engine.load(SOURCE);
  hls().parseManifest();
  media.seek(11);
  await clock.advance(ABORT_SETTLES_MS / 2);
  // The source has opened, at which the library starts by itself.
  hls().beginByItself();
  await clock.advance(ABORT_SETTLES_MS);
  expect(hls().calls).not.toContain('load 11');
  await clock.advance(ABORT_SETTLES_MS);
  expect(hls().calls.at(-1)).toBe('load 11');
});

test('rapid seeks before the first segment is loaded start loading once, at the last target', async () => {
  const { engine, media, clock, hls } = createEngine();
  await engine.load(SOURCE);
  hls().parseManifest();
  for (const seconds of [3, 11, 7]) {
    media.seek(seconds);
    await clock.advance(60);
  }
  await clock.advance(10_000);
  expect(hls().calls.filter((call) => call.startsWith('load'))).toEqual(['load 7']);
});

test('an engine that is detached after a seek does not start loading', async () => {
  const { engine, media, clock, hls } = createEngine();
  await engine.load(SOURCE);
  hls().parseManifest();
  media.seek(20);
  engine.detach();
  await clock.advance(10_000);
  expect(hls().calls.filter((call) => call.startsWith('load'))).toEqual([]);
  expect(clock.pendingCount()).toBe(0);
});

test('after a head start, a seek before the engine’s first segment loads from the target, and a later seek does not', async () => {
  const mediaSource = { addSourceBuffer: () => ({}) } as unknown as MediaSource;
  const startedStream = startedStreamOf(mediaSource);
  const { media, clock, hls } = await createPlayingEngine({ openMediaSource: () => mediaSource, startedStream });
  media.seek(20);
  await clock.advance(ABORT_SETTLES_MS);
  expect(hls().calls).toEqual(['load 20']);
  hls().buffer('main');
  media.seek(5);
  await clock.advance(ABORT_SETTLES_MS);
  expect(hls().calls).toEqual(['load 20']);
});

test('a seek after the first segment is loaded is left to the library', async () => {
  const { media, clock, hls } = await createPlayingEngine();
  media.seek(20);
  await clock.advance(ABORT_SETTLES_MS);
  expect([hls().calls, hls().config.startPosition]).toEqual([[], -1]);
});

// — Ends —

test('a detached engine handles no events, retries nothing and cannot be recovered', async () => {
  const { engine, media, clock, connection, fatals, hls } = await createPlayingEngine();
  hls().fail(UNREACHABLE);
  engine.detach();
  expect(hls().calls).toEqual(['destroy']);
  media.ranges = [];
  media.seek(3);
  connection.dispatchEvent(new Event('online'));
  await clock.advance(60_000);
  expect([hls().calls, fatals, clock.pendingCount()]).toEqual([['destroy'], [], 0]);
  engine.setQuality('large');
  engine.setAudioTrack('1');
  engine.setTarget();
  expect(await engine.recover(1)).toMatchObject({ ok: false, code: 'player.internal' });
});

test('a recovery after an error opens the stream at the given position, with reset retries', async () => {
  const { engine, media, clock, fake, fatals, hls } = await createPlayingEngine();
  media.ranges = [];
  for (let tries = 0; tries < 4; tries += 1) hls().fail(UNREACHABLE);
  expect(fatals).toHaveLength(1);
  expect(await engine.recover(6)).toMatchObject({ ok: true });
  expect(fake.instances.map(({ isDestroyed }) => isDestroyed)).toEqual([true, false]);
  expect(hls().config.startPosition).toBe(6);
  hls().parseManifest();
  hls().fail(UNREACHABLE);
  await clock.advance(1_000 + ABORT_SETTLES_MS);
  expect(hls().calls.at(-1)).toBe('load');
});

test('a removed listener of the engine is not called', async () => {
  const { engine, hls } = createEngine();
  const heard: string[] = [];
  const off = engine.on('problem', ({ detail }) => heard.push(detail));
  await engine.load(SOURCE);
  hls().fail({ details: ErrorDetails.FRAG_LOAD_ERROR, fatal: false });
  off();
  hls().fail({ details: ErrorDetails.FRAG_GAP, fatal: false });
  expect(heard).toEqual(['fragLoadError']);
});

test('a library in an abort loop is stopped, and started again at the viewer’s position', async () => {
  const { clock, media, hls } = await createPlayingEngine();
  media.currentTime = 15.6;
  const aborted = { details: ErrorDetails.INTERNAL_ABORTED, fatal: false, frag: segment(7) };
  const before = hls().calls.length;
  for (let count = 0; count < 5; count += 1) hls().fail(aborted);
  await clock.advance(ABORT_SETTLES_MS);
  expect(hls().calls.slice(before)).toEqual([]);
  hls().fail(aborted);
  await clock.advance(ABORT_SETTLES_MS);
  expect(hls().calls.slice(before)).toEqual(['load 15.6']);
});
