import { expect, test } from 'vitest';
import { succeed } from '../../../../../protocol/runtime/outcome.ts';
import type { CaptionTrack } from '../../../../../protocol/provider/player-response.ts';
import { createPlayer, type PlayerHarness } from '../../../../support/player-harness.ts';
import { videoResponse, VIDEO_ID } from '../../../../support/video-response.ts';

const track = (languageCode: string, isDefault = false): CaptionTrack => ({
  languageCode,
  name: languageCode,
  kind: 'captions',
  url: `/${languageCode}.vtt`,
  isDefault,
});
const TRACKS = [track('en-GB'), track('de'), track('fr', true)];

function createWith(captions: CaptionTrack[] = TRACKS, parameters = ''): PlayerHarness {
  const harness = createPlayer({ parameters });
  harness.respond = ({ videoId }) => succeed(videoResponse(videoId, { captions }));
  harness.run('cueVideoById', { videoId: VIDEO_ID });
  return harness;
}

async function createKnown(captions?: CaptionTrack[], parameters?: string): Promise<PlayerHarness> {
  const harness = createWith(captions, parameters);
  await harness.rest();
  harness.events.length = 0;
  harness.shownCaptions.length = 0;
  return harness;
}

const captionsOf = ({ player }: PlayerHarness) => player.getSnapshot().captions;
const choose = (harness: PlayerHarness, languageCode: string) =>
  harness.run('setOption', ['captions', 'track', { languageCode }]);

test('captions are off until requested, and hosts get one onApiChange event', async () => {
  const harness = createWith();
  await harness.rest();
  expect(captionsOf(harness)).toMatchObject({ tracks: TRACKS, active: -1, moduleLoaded: false });
  expect(harness.names().filter((name) => name === 'onApiChange')).toHaveLength(1);
});

test('captions apply to a video that a late key requests after them, if the key was pressed before', async () => {
  const harness = createWith();
  await harness.rest();
  const pressedAtMs = harness.clock.monotonicNow();
  await harness.clock.advance(500);
  harness.run('loadModule', ['captions']);
  harness.run('loadVideoById', { videoId: 'bbbbbbbbbbb' }, 'viewer', pressedAtMs);
  await harness.rest();
  expect(harness.player.getSnapshot().video.videoId).toBe('bbbbbbbbbbb');
  expect(captionsOf(harness)).toMatchObject({ active: 2, moduleLoaded: true });
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  expect(captionsOf(harness)).toMatchObject({ active: -1 });
});

test('a video without captions causes one onApiChange event, like a video with captions', async () => {
  const harness = createWith([]);
  await harness.rest();
  expect(harness.names().filter((name) => name === 'onApiChange')).toHaveLength(1);
});

test.each([
  ['de', 1],
  ['DE', 1],
  ['de-AT', 1],
  ['en', 0],
  ['fr', 2],
])('choosing the language %s shows track %i, by the exact language or by its base', async (languageCode, index) => {
  const harness = await createKnown();
  expect(choose(harness, languageCode)).toEqual({ ok: true, value: undefined });
  expect([captionsOf(harness).active, harness.shownCaptions]).toEqual([index, [index]]);
});

test('a language that the video does not have is refused and changes nothing [H4]', async () => {
  const harness = await createKnown();
  choose(harness, 'de');
  expect(choose(harness, 'ja')).toMatchObject({ ok: false, code: 'api.invalidparam', message: 'no captions in ja' });
  expect(captionsOf(harness).active).toBe(1);
});

test('a language that was chosen before the tracks are known, and is missing, causes onError 2 once', async () => {
  const harness = createWith();
  choose(harness, 'ja');
  await harness.rest();
  expect(harness.events.filter(({ name }) => name === 'onError')).toEqual([{ name: 'onError', data: 2 }]);
  expect(captionsOf(harness).active).toBe(-1);
  expect(harness.player.getSnapshot().error).toBeNull();
  harness.run('cueVideoById', { videoId: 'bbbbbbbbbbb' });
  await harness.rest();
  expect(harness.names().filter((name) => name === 'onError')).toHaveLength(1);
});

test('a choice for one video does not turn captions on for the next', async () => {
  const harness = await createKnown();
  choose(harness, 'de');
  harness.run('cueVideoById', { videoId: 'bbbbbbbbbbb' });
  await harness.rest();
  expect(captionsOf(harness).active).toBe(-1);
});

test.each([[{ languageCode: 4 }], [{ language: 'de' }], ['de'], [7], [['de']]])(
  'a malformed track of %j is refused, and the captions stay on [H4]',
  async (value) => {
    const harness = await createKnown();
    choose(harness, 'de');
    expect(harness.run('setOption', ['captions', 'track', value])).toMatchObject({
      ok: false,
      code: 'api.invalidparam',
    });
    expect([captionsOf(harness).active, harness.shownCaptions]).toEqual([1, [1]]);
  },
);

test.each([[{}], [null], [undefined], [{ languageCode: '' }], [{ languageCode: null }]])(
  'a track of %j turns captions off',
  async (value) => {
    const harness = await createKnown();
    choose(harness, 'de');
    harness.run('setOption', ['captions', 'track', value]);
    expect([captionsOf(harness).active, harness.shownCaptions]).toEqual([-1, [1, -1]]);
  },
);

test.each(['captions', 'cc'])(
  'loading the module %s shows the preferred track, unloading it shows none',
  async (module) => {
    const harness = await createKnown();
    harness.run('loadModule', [module]);
    expect(captionsOf(harness)).toMatchObject({ active: 2, moduleLoaded: true });
    harness.run('loadModule', [module]);
    harness.run('unloadModule', [module]);
    expect(captionsOf(harness)).toMatchObject({ active: -1, moduleLoaded: false });
    expect(harness.names()).toEqual(['onApiChange', 'onApiChange']);
  },
);

test.each([
  ['en-GB', 0],
  ['de', 1],
])('loading the module keeps a chosen track: %s', async (languageCode, active) => {
  const harness = await createKnown();
  choose(harness, languageCode);
  harness.run('loadModule', ['captions']);
  expect(captionsOf(harness)).toMatchObject({ active, moduleLoaded: true });
  expect(harness.shownCaptions).toEqual([active]);
});

test('loading the captions module for a video without captions succeeds and shows nothing', async () => {
  const harness = await createKnown([]);
  harness.run('loadModule', ['captions']);
  expect(captionsOf(harness)).toMatchObject({ active: -1, moduleLoaded: true });
});

test('options of other modules, and unknown options, have no effect', async () => {
  const harness = await createKnown();
  const before = harness.player.getSnapshot();
  harness.run('loadModule', ['cards']);
  harness.run('unloadModule', ['cards']);
  harness.run('setOption', ['cards', 'track', { languageCode: 'de' }]);
  harness.run('setOption', ['captions', 'colour', 'red']);
  harness.run('setOption', ['audio', 'volume', 1]);
  harness.run('setSize', [640, 360]);
  expect(harness.player.getSnapshot()).toBe(before);
});

test.each([
  ['cc_load_policy=1&cc_lang_pref=de', 1],
  ['cc_load_policy=1&hl=de', 1],
  ['cc_load_policy=1&cc_lang_pref=en&hl=de', 0],
  ['cc_load_policy=1&cc_lang_pref=ja&hl=de', 1],
  ['cc_load_policy=1&cc_lang_pref=ja', 2],
  ['cc_lang_pref=de', -1],
])('an address with %s shows track %i', async (parameters, active) => {
  const harness = await createKnown(TRACKS, parameters);
  expect(captionsOf(harness)).toMatchObject({ active, moduleLoaded: active >= 0 });
});

test('the first track is preferred if none is the default', async () => {
  const harness = await createKnown([track('en'), track('de')], 'cc_load_policy=1');
  expect(captionsOf(harness).active).toBe(0);
});

test('cc_load_policy=1 turns nothing on for a video without captions', async () => {
  const harness = await createKnown([], 'cc_load_policy=1');
  expect([captionsOf(harness), harness.shownCaptions]).toEqual([
    { tracks: [], active: -1, hasFailed: false, moduleLoaded: false, fontSize: 0, cues: [] },
    [],
  ]);
});

test.each([
  [-5, -1],
  [-1, -1],
  [1.4, 1],
  ['2', 2],
  [3, 3],
  [9, 3],
])('a font size of %j is %i', async (fontSize, expected) => {
  const harness = await createKnown();
  harness.run('setOption', ['cc', 'fontSize', fontSize]);
  expect(captionsOf(harness).fontSize).toBe(expected);
});

test('reload shows the active track from the beginning', async () => {
  const harness = await createKnown();
  choose(harness, 'de');
  expect(harness.run('setOption', ['captions', 'reload', true])).toMatchObject({ ok: true });
  expect(harness.shownCaptions).toEqual([1, 1]);
});

test('reload before the tracks are known shows nothing', () => {
  const harness = createWith();
  harness.run('setOption', ['captions', 'reload', true]);
  expect(harness.shownCaptions).toEqual([]);
});

test('a choice of captions that was made before the present choice is ignored', async () => {
  const harness = await createKnown();
  choose(harness, 'de');
  harness.run('setOption', ['captions', 'track', { languageCode: 'fr' }], 'viewer', 10);
  expect(captionsOf(harness).active).toBe(1);
});

test('a language chosen before any video is requested is shown with the first video', async () => {
  const harness = createPlayer();
  harness.respond = ({ videoId }) => succeed(videoResponse(videoId, { captions: TRACKS }));
  expect(choose(harness, 'de')).toEqual({ ok: true, value: undefined });
  harness.run('cueVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  expect(captionsOf(harness).active).toBe(1);
});

test('a language chosen while the next video loads applies to the next video', async () => {
  const harness = await createKnown();
  harness.respond = ({ videoId }) => succeed(videoResponse(videoId, { captions: [track('en'), track('ja')] }));
  harness.run('cueVideoById', { videoId: 'bbbbbbbbbbb' });
  expect(choose(harness, 'ja')).toEqual({ ok: true, value: undefined });
  await harness.rest();
  expect([captionsOf(harness).active, harness.names().includes('onError')]).toEqual([1, false]);
});

test('a refused language is not shown with a later video that has it', async () => {
  const harness = createWith();
  choose(harness, 'ja');
  await harness.rest();
  harness.respond = ({ videoId }) => succeed(videoResponse(videoId, { captions: [track('ja')] }));
  harness.run('cueVideoById', { videoId: 'bbbbbbbbbbb' });
  await harness.rest();
  expect(captionsOf(harness).active).toBe(-1);
});

test('captions that fail to load are off, also for hosts, until they are chosen again', async () => {
  const harness = await createKnown();
  choose(harness, 'de');
  harness.events.length = 0;
  harness.failCaptions();
  expect(captionsOf(harness)).toMatchObject({ active: -1, hasFailed: true });
  expect(harness.names()).toEqual(['onApiChange']);
  choose(harness, 'de');
  expect(captionsOf(harness)).toMatchObject({ active: 1, hasFailed: false });
  expect(harness.shownCaptions).toEqual([1, -1, 1]);
});
