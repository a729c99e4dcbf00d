import { expect, test } from 'vitest';
import type { CaptionTrack } from '../../../../../protocol/provider/player-response.ts';
import { apiInfo as apiInfoOf } from '../../../../../src/page/bridge/deliveries/caption-module.ts';
import type { CaptionSnapshot } from '../../../../../src/page/player/player.ts';
import { NO_VIDEO } from '../../../../../src/page/player/initial-snapshot.ts';
import { VIDEO } from '../../../../support/fake-player.ts';

const apiInfo = (captions: CaptionSnapshot, video = VIDEO) => apiInfoOf({ captions, video });

const english: CaptionTrack = {
  url: '/en.vtt',
  languageCode: 'en',
  name: 'English',
  kind: 'subtitles',
  isDefault: true,
};
const spanish: CaptionTrack = { url: '/es.vtt', languageCode: 'es', name: 'Español', kind: 'asr', isDefault: false };
const off = { tracks: [english, spanish], active: -1, hasFailed: false, moduleLoaded: false, fontSize: 2, cues: [] };

test.each([
  ['is not loaded and shows nothing', off, []],
  ['is loaded and shows nothing', { ...off, moduleLoaded: true }, ['captions']],
  ['shows the first track', { ...off, active: 0 }, ['captions']],
])('with a caption module that %s the namespaces are %j [C4]', (_, captions, namespaces) => {
  expect(apiInfo(captions).namespaces).toEqual(namespaces);
});

test('a video without captions has an empty track list, and an unknown video has no track list [C4]', () => {
  const none = { ...off, tracks: [] };
  expect(apiInfo(none)).toMatchObject({ namespaces: [], captions: { track: {}, tracklist: [] } });
  expect(apiInfo({ ...none, moduleLoaded: true })).toMatchObject({
    namespaces: ['captions'],
    captions: { tracklist: [] },
  });
  expect(apiInfo(none, { ...VIDEO, ...NO_VIDEO })).toEqual({ namespaces: [] });
});

test('the caption module lists its options, the active track and every track with the fields that hosts read [C4]', () => {
  const shared = { name: '', id: null, is_translateable: false };
  const first = {
    ...shared,
    languageCode: 'en',
    languageName: 'English',
    displayName: 'English',
    kind: '',
    is_default: true,
    vss_id: '.en',
  };
  const second = {
    ...shared,
    languageCode: 'es',
    languageName: 'Español',
    displayName: 'Español',
    kind: 'asr',
    is_default: false,
    vss_id: 'a.es',
  };
  expect(apiInfo({ ...off, active: 1 }).captions).toEqual({
    options: ['reload', 'fontSize', 'track', 'tracklist', 'translationLanguages'],
    track: second,
    tracklist: [first, second],
    translationLanguages: [],
    fontSize: 2,
  });
  expect(apiInfo(off).captions?.track).toEqual({});
});
