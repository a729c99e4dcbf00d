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
])('captions in %s are in %s', (path, languageCode, isForced, isForHearing) => {
  expect(captionSource(path)).toMatchObject({ path, languageCode, isForced, isForHearing });
});

test('captions that do not say their language are refused', () => {
  expect(() => captionSource('/films/captions.srt')).toThrow('captions.srt does not say its language');
});

test('codes of containers become tags of BCP 47; an invalid code is undetermined, and a name is kept', () => {
  expect(['ger', 'chi', 'fre', 'pt_br', 'und', '../etc'].map(languageTag)).toEqual([
    ...['de', 'zh', 'fr', 'pt-BR', 'und', 'und'],
  ]);
  expect([languageName('de'), languageName('x!')]).toEqual(['Deutsch', 'x!']);
});

test('forced tracks are named and never shown by themselves; no two tracks have one name', () => {
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
