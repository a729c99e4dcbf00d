import { expect, test } from 'vitest';
import { soundNamesAdvice, withSoundNames } from '../../../../src/studio/preparation/sound-names.ts';
import type { Sound } from '../../../../src/studio/preparation/source-video.ts';
import { makeVideo, SOUND } from './support.ts';

const sound = (index: number, more: Partial<Sound> = {}): Sound => ({ ...SOUND, index, ...more });

/** The default track comes first, wherever it is in the file. */
const VIDEO = makeVideo({
  picture: null,
  sounds: [sound(2), sound(1, { languageCode: 'de', title: 'Stereo' }), sound(3)],
});

const namesOf = (list: string) =>
  withSoundNames(VIDEO, list).sounds.map(({ index, languageCode, title }) => [index, languageCode, title]);

test('names are assigned to the tracks in the order of the file, and languages may be before them', () => {
  expect(namesOf('Deutsch, en:English ,en-GB:Director')).toEqual([
    [2, 'en', 'English'],
    [1, 'de', 'Deutsch'],
    [3, 'en-GB', 'Director'],
  ]);
});

test('a track without a name keeps its own, and a language alone names it', () => {
  expect(namesOf(',fr:')).toEqual([
    [2, 'fr', null],
    [1, 'de', 'Stereo'],
    [3, 'und', null],
  ]);
});

test('tracks without a difference are reported', () => {
  expect(soundNamesAdvice(VIDEO)[0]).toContain('Of 3 tracks of sound, 2 have neither a language nor a name');
  expect(soundNamesAdvice(withSoundNames(VIDEO, 'a,b,c'))).toEqual([]);
  expect(soundNamesAdvice({ sounds: [sound(1)] })).toEqual([]);
});
