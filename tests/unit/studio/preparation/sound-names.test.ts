import { expect, test } from 'vitest';
import { soundNamesAdvice, withSoundNames } from '../../../../src/studio/preparation/sound-names.ts';
import type { Sound } from '../../../../src/studio/preparation/source-video.ts';
import { makeVideo, SOUND } from './support.ts';

const sound = (index: number, more: Partial<Sound> = {}): Sound => ({ ...SOUND, index, ...more });

/** A file whose default track comes first in the list, although it is second in the file. */
const VIDEO = makeVideo({
  picture: null,
  sounds: [sound(2), sound(1, { languageCode: 'de', title: 'Stereo' }), sound(3)],
});

const namesOf = (list: string) =>
  withSoundNames(VIDEO, list).sounds.map(({ index, languageCode, title }) => [index, languageCode, title]);

test('sound names are assigned in the order of the tracks in the file, each with an optional language before it', () => {
  expect(namesOf('Deutsch, en:English ,en-GB:Director')).toEqual([
    [2, 'en', 'English'],
    [1, 'de', 'Deutsch'],
    [3, 'en-GB', 'Director'],
  ]);
});

test('a track without a given name keeps its own name, and a given language replaces its language', () => {
  expect(namesOf(',fr:')).toEqual([
    [2, 'fr', null],
    [1, 'de', 'Stereo'],
    [3, 'und', null],
  ]);
});

test('several sound tracks without language and name are reported', () => {
  expect(soundNamesAdvice(VIDEO)[0]).toContain('Of 3 tracks of sound, 2 have neither a language nor a name');
  expect(soundNamesAdvice(withSoundNames(VIDEO, 'a,b,c'))).toEqual([]);
  expect(soundNamesAdvice({ sounds: [sound(1)] })).toEqual([]);
});
