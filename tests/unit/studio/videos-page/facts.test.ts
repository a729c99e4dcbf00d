import { expect, test } from 'vitest';
import type { LibraryVideo } from '../../../../protocol/provider/video-library.ts';
import { readClockTime } from '../../../../protocol/runtime/clock-time.ts';
import { factsOf, languageInName, nameInLanguage } from '../../../../src/studio/videos-page/library/facts.ts';

const VIDEO: LibraryVideo = {
  ...{ id: 'AAAAAAAAAAA', revision: 'r', title: 'A', description: '', width: 640, height: 360, isListed: true },
  ...{
    lengthSeconds: 83.4,
    streams: ['HLS 240–720'],
    sizeBytes: 2_000_000,
    posterUrl: null,
    playlists: [],
    notices: [],
  },
  captions: [{ url: 'a/de.vtt', name: 'Deutsch', languageCode: 'de' }],
};

test('a video has facts on length, qualities, captions and size, and on views if they are known', () => {
  const known = ['1:23', 'HLS 240–720', 'Captions: Deutsch', '2 MB'];
  expect(factsOf(VIDEO, null)).toEqual(known);
  expect(factsOf(VIDEO, { days: 30, views: { AAAAAAAAAAA: 1 } })).toEqual([...known, '1 view in 30 days']);
  expect(factsOf({ ...VIDEO, isListed: false, lengthSeconds: 0, streams: [], captions: [] }, null)).toEqual([
    'Unlisted',
    'Nothing to play',
    'No captions',
    '2 MB',
  ]);
});

test.each([
  ['1:23', 83],
  [' 83.5 ', 83.5],
  ['1:02:03.25', 3_723.25],
  ['0:60', undefined],
  ['', undefined],
  ['-1', undefined],
  ['one', undefined],
])('the clock time %j is read as %j seconds', (text, seconds) => {
  expect(readClockTime(text)).toBe(seconds);
});

test.each([
  ['film.srt', 'de', 'de.srt'],
  ['film.de.srt', 'de', 'film.de.srt'],
  ['film.en.forced.vtt', 'pt-BR', 'pt-BR.forced.vtt'],
  ['film.zh_hant_tw.vtt', 'zh-Hant-TW', 'film.zh_hant_tw.vtt'],
  ['film.SDH.srt', 'es-419', 'es-419.sdh.srt'],
])('the captions file %s in the language %s is sent as %s', (name, language, sent) => {
  expect(nameInLanguage(name, language)).toBe(sent);
  expect(languageInName(sent)).toBe(language);
});
