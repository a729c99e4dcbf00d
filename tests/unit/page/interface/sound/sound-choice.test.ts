import { expect, test } from 'vitest';
import { isPlain, PLAIN_SOUND, readSoundChoice } from '../../../../../src/page/interface/sound/sound-choice.ts';

test.each([undefined, null, 'loud', 200, [], { boostPercent: 300 }, { boostPercent: '200', isStable: 1 }])(
  'the invalid stored value %j leaves the sound unchanged',
  (stored) => {
    expect(readSoundChoice(stored)).toEqual(PLAIN_SOUND);
    expect(isPlain(readSoundChoice(stored))).toBe(true);
  },
);

test.each([
  { boostPercent: 150, isStable: false },
  { boostPercent: 100, isStable: true },
  { boostPercent: 200, isStable: true },
])('the stored sound choice %j is read as it was written', (stored) => {
  expect(readSoundChoice(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
  expect(isPlain(readSoundChoice(stored))).toBe(false);
});
