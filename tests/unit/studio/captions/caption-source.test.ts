import { expect, test } from 'vitest';
import { captionSource, namedTracks } from '../../../../src/studio/captions/caption-source.ts';
import { languageName, languageTag } from '../../../../src/studio/captions/languages.ts';

test.each([
  ['de.srt', 'de', false, false],
  ['/films/my film.pt-BR.vtt', 'pt-BR', false, false],
  ['film_en.srt', 'en', false, false],
  ['film.ger.ass', 'de', false, false],
  ['chi.vtt', 'zh', false, false],
  ['film.pt_br.forced.srt', 'pt-BR', true, false],
  ['film.en.SDH.srt', 'en', false, true],
  ['film.zh-Hant-TW.vtt', 'zh-Hant-TW', false, false],
  ['film_zh_hant_tw.srt', 'zh-Hant-TW', false, false],
  ['film.cmn-Hans-CN.cc.srt', 'zh-Hans-CN', false, true],
  ['film.es-419.forced.sdh.srt', 'es-419', true, true],
  ['film.de-CH-1996.srt', 'de-CH-1996', false, false],
  ['film.sr-Latn.srt', 'sr-Latn', false, false],
  ['film.ca-valencia.srt', 'ca-valencia', false, false],
  ['film.yue.srt', 'yue', false, false],
  ['film.und.srt', 'und', false, false],
  ['film.pob.srt', 'pt-BR', false, false],
  ['film.chs.ass', 'zh-Hans', false, false],
  ['hi.srt', 'hi', false, false],
  ['film.hi.hi.srt', 'hi', false, true],
  ['film.hi.forced.srt', 'hi', true, false],
  ['2_English.srt', 'en', false, false],
  ['film.Deutsch [SDH].srt', 'de', false, true],
  ['film (Français).srt', 'fr', false, false],
  ['日本語.srt', 'ja', false, false],
  ['the-film-en.txt', 'en', false, false],
])('the captions file %s is in the language %s', (path, languageCode, isForced, isForHearing) => {
  expect(captionSource(path)).toMatchObject({ path, languageCode, isForced, isForHearing });
});

test.each(['captions.srt', 'film.sdh.srt', 'film.jp.srt', 'film.en-QQ-.srt', 'film-holiday.vtt', 'film.cc.forced.srt'])(
  'a captions file whose name has no known language is refused: %s',
  (name) => {
    expect(() => captionSource(`/films/${name}`)).toThrow(`${name} does not say its language`);
  },
);

test('language codes of containers become BCP 47 tags, invalid codes become und, and tags have names', () => {
  expect(['ger', 'chi', 'fre', 'pt_br', 'und', '../etc'].map(languageTag)).toEqual([
    ...['de', 'zh', 'fr', 'pt-BR', 'und', 'und'],
  ]);
  expect(['de', 'zh-Hant-TW', 'und', 'pob', 'tlh', 'x!'].map(languageName)).toEqual([
    ...['Deutsch', '中文（繁體，台灣）', 'Unknown language', 'pob', 'Klingon', 'x!'],
  ]);
});

test('forced tracks are marked in their name and never the default, and every track has a unique name', () => {
  const track = {
    path: null,
    index: 0,
    codec: 'ass',
    languageCode: 'de',
    title: null,
    isForced: false,
    isForHearing: false,
  };
  const tracks = namedTracks([
    { ...track, isForced: true },
    track,
    { ...track, title: 'Songs' },
    { ...track, isForHearing: true },
    track,
  ]);
  expect(tracks.map(({ name, kind, isDefault }) => [name, kind, isDefault])).toEqual([
    ['Deutsch (Forced)', 'subtitles', false],
    ['Deutsch', 'subtitles', true],
    ['Deutsch (Songs)', 'subtitles', false],
    ['Deutsch (CC)', 'captions', false],
    ['Deutsch 2', 'subtitles', false],
  ]);
});
