import { expect, test } from 'vitest';
import { isAtEnd, isAtStart } from '../../../../../src/page/interface/playlist/list-ends.ts';

const list = (index: number) => ({
  videoIds: ['one', 'two', 'three'],
  index,
  listId: null,
  shuffled: false,
  details: null,
});

test.each([
  ['the first of three', list(0), false, [true, false]],
  ['the second of three', list(1), false, [false, false]],
  ['the last of three', list(2), false, [false, true]],
  ['the last of a list that loops', list(2), true, [false, false]],
  ['the first of a list that loops', list(0), true, [false, false]],
  ['a video without a list', null, false, [false, false]],
])('isAtStart and isAtEnd are right for %s', (_, playlist, loop, expected) => {
  expect([isAtStart({ playlist, loop }), isAtEnd({ playlist, loop })]).toEqual(expected);
});
