import { expect, test } from 'vitest';
import { pictureSeconds, pictureStyle } from '../../../../../src/page/interface/chapters/chapter-picture.ts';

const board = {
  url: '/board one.jpg',
  tileWidth: 160,
  tileHeight: 90,
  columns: 5,
  rows: 3,
  tileCount: 14,
  intervalSeconds: 2,
};

test.each([
  ['at a tile shows this tile', 6, 20, 6],
  ['between two tiles shows the later tile', 7, 20, 8],
  ['and ends between two tiles shows the tile of its beginning', 7, 7.5, 7],
])('a chapter that begins %s', (_, startSeconds, endSeconds, expected) => {
  expect(pictureSeconds({ title: '', startSeconds }, endSeconds, board)).toBe(expected);
});

test('a storyboard without an interval has one picture for every chapter', () => {
  expect(pictureSeconds({ title: '', startSeconds: 7 }, 20, { intervalSeconds: 0 })).toBe(7);
});

test('a tile is placed by percentages, which are independent of the size of its box', () => {
  expect(pictureStyle(board, 13)).toEqual({
    aspectRatio: '160 / 90',
    backgroundImage: 'url("/board%20one.jpg")',
    backgroundPosition: '25% 50%',
    backgroundSize: '500% 300%',
  });
  expect(pictureStyle({ ...board, columns: 1, rows: 1, tileCount: 1 }, 13).backgroundPosition).toBe('0% 0%');
});
