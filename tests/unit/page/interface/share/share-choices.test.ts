import { expect, test } from 'vitest';
import { WIDESCREEN } from '../../../../../src/page/interface/share/frame-sizes.ts';
import type { CaptionTrack } from '../../../../../protocol/provider/player-response.ts';
import { firstChoices, linkOptions, type ShareChoices } from '../../../../../src/page/interface/share/share-choices.ts';
import { sharedVideo, type SharedVideo } from '../../../../../src/page/interface/share/shared-video.ts';
import type { PlayerSnapshot, PlaylistSnapshot } from '../../../../../src/page/player/player.ts';
import { createFakePlayer, VIDEO } from '../../../../support/fake-player.ts';

const track = (languageCode: string, isDefault = false): CaptionTrack => ({
  ...{ url: '', languageCode, name: languageCode, kind: 'captions', isDefault },
});
const NOTHING_LOADED = { videoWidth: 0, videoHeight: 0 };
const videoOf = (patch: Partial<PlayerSnapshot>, language = 'en', picture = NOTHING_LOADED): SharedVideo =>
  sharedVideo(createFakePlayer(patch).getSnapshot(), language, picture);
const captionsOf = (active: number, tracks: readonly CaptionTrack[]): Partial<PlayerSnapshot> => ({
  captions: { tracks, active, hasFailed: false, moduleLoaded: active >= 0, fontSize: 0, cues: [] },
});
const listOf = (list: Partial<PlaylistSnapshot>): Partial<PlayerSnapshot> => ({
  playlist: { videoIds: ['a', 'b', 'c'], index: 1, listId: null, shuffled: false, details: null, ...list },
});
const fileOf = (width: number, height: number, isSpherical = false): Partial<PlayerSnapshot> => ({
  video: {
    ...VIDEO,
    isSpherical,
    response: {
      playabilityStatus: { status: 'OK' },
      videoDetails: {
        ...{ videoId: VIDEO.videoId, title: '', author: '', channelId: '', lengthSeconds: 1, posters: [] },
        ...{ isLive: false, allowLiveDvr: false, isListed: true, isSpherical, width, height },
      },
    },
  },
});
const chosen = (video: SharedVideo, change: Partial<ShareChoices>) =>
  linkOptions(video, { ...firstChoices(video, 7), ...change });

test('by default no option is chosen, the frame is responsive, and the start time is the position', () => {
  const video = videoOf({});
  expect(firstChoices(video, 7)).toMatchObject({ hasStart: false, startText: '0:07', wholePlaylist: false });
  expect(chosen(video, {})).toEqual({ parameters: {}, size: { width: '100%', style: 'aspect-ratio: 16 / 9' } });
});

test('at the end of the video the offered start time is 0:00', () => {
  expect(firstChoices(videoOf({ durationSeconds: 20 }), 20).startText).toBe('0:00');
});

test.each([
  ['of the active track', captionsOf(1, [track('en', true), track('es')]), 'en', 'es'],
  ['else in the language of the interface', captionsOf(-1, [track('en', true), track('de')]), 'de-AT', 'de'],
  ['else of the default track', captionsOf(-1, [track('en'), track('es', true)]), 'ja', 'es'],
  ['else of the first track', captionsOf(-1, [track('en'), track('es')]), 'ja', 'en'],
] as const)('the shared link has captions %s', (_, patch, language, expected) => {
  expect(chosen(videoOf(patch, language), { captions: true }).parameters).toEqual({
    cc_load_policy: 1,
    cc_lang_pref: expected,
  });
});

test.each([
  ['with an id is shared by its id and index', { listId: 'PL1' }, { list: 'PL1', index: 1 }],
  [
    'with an id at its first entry is shared without an index',
    { listId: 'PL1', index: 0 },
    { list: 'PL1', index: null },
  ],
  ['that is shuffled is shared without an index', { listId: 'PL1', shuffled: true }, { list: 'PL1', index: null }],
  ['without an id is shared as its other videos, from the next entry on', {}, { playlist: 'c,a' }],
])('a list %s', (_, list, expected) => {
  expect(chosen(videoOf(listOf(list)), {}).parameters).toMatchObject(expected);
});

test('a video that is shared without its list removes all list parameters from the provider’s address', () => {
  expect(chosen(videoOf(listOf({ listId: 'PL1' })), { wholePlaylist: false }).parameters).toEqual({
    ...{ list: null, listType: null, index: null, playlist: null },
  });
});

test('a ratio that the provider does not report is 16:9 until the element has loaded the video', () => {
  expect(videoOf(fileOf(0, 0)).ratio).toEqual(WIDESCREEN);
  expect(videoOf(fileOf(0, 0), 'en', { videoWidth: 1080, videoHeight: 1920 }).ratio).toEqual({ width: 9, height: 16 });
});

test('the shared frame has the ratio of the file, and 16:9 for 360° video', () => {
  expect(videoOf(fileOf(1080, 1920)).ratio).toEqual({ width: 9, height: 16 });
  expect(videoOf(fileOf(4096, 2048, true)).ratio).toEqual(WIDESCREEN);
  expect(videoOf({}).ratio).toEqual(WIDESCREEN);
});
