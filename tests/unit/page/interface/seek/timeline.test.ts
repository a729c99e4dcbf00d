import { expect, test } from 'vitest';
import { storyboardTile } from '../../../../../src/page/interface/seek/storyboard-tile.ts';
import { chapterIndexAt, neighbourChapter } from '../../../../../src/page/interface/seek/chapters.ts';
import { fractionAt, secondsAt, timelineOf } from '../../../../../src/page/interface/seek/timeline.ts';
import { VIDEO } from '../../../../support/fake-player.ts';

const chapters = [
  { title: 'one', startSeconds: 0 },
  { title: 'two', startSeconds: 10 },
  { title: 'three', startSeconds: 20 },
];

test('the bar spans the whole of a video, and the available window of a live stream', () => {
  const video = timelineOf({ video: VIDEO, durationSeconds: 28, seekable: [0, 28] });
  expect(video).toEqual({ startSeconds: 0, endSeconds: 28, canSeek: true });
  const live = { ...VIDEO, isLive: true, allowLiveDvr: true };
  const window = timelineOf({ video: live, durationSeconds: 168, seekable: [100, 168] });
  expect([fractionAt(window, 100), fractionAt(window, 138), fractionAt(window, 500)]).toEqual([0, 0.5, 1]);
  // The oldest part of the window is left out, because it is about to expire.
  expect([secondsAt(window, 0), secondsAt(window, 0.5), secondsAt(window, 2)]).toEqual([108, 138, 168]);
});

test('only a quarter of a short live window is left out, and nothing of the window of a stream that has ended', () => {
  const live = { ...VIDEO, isLive: true, allowLiveDvr: true };
  expect(timelineOf({ video: live, durationSeconds: 44, seekable: [40, 44] })).toEqual({
    startSeconds: 41,
    endSeconds: 44,
    canSeek: true,
  });
  const ended = timelineOf({ video: VIDEO, durationSeconds: 160, seekable: [100, 160] });
  expect(ended).toEqual({ startSeconds: 100, endSeconds: 160, canSeek: true });
});

test('a live stream without a window and a video of unknown length cannot be sought', () => {
  const live = { ...VIDEO, isLive: true, allowLiveDvr: false };
  expect(timelineOf({ video: live, durationSeconds: 160, seekable: [100, 160] }).canSeek).toBe(false);
  const unknown = timelineOf({ video: VIDEO, durationSeconds: 0, seekable: [0, 0] });
  expect(unknown.canSeek).toBe(false);
  expect(fractionAt(unknown, 5)).toBe(0);
});

test('a time belongs to the chapter that began last', () => {
  expect([-1, 0, 9.9, 10, 99].map((seconds) => chapterIndexAt(chapters, seconds))).toEqual([-1, 0, 0, 1, 2]);
  expect(chapterIndexAt([], 5)).toBe(-1);
});

test('stepping back goes to the beginning of the chapter, or to the previous chapter just after the beginning', () => {
  expect(neighbourChapter(chapters, 15, -1)?.title).toBe('two');
  expect(neighbourChapter(chapters, 11, -1)?.title).toBe('one');
  expect(neighbourChapter(chapters, 1, -1)?.title).toBe('one');
  expect(neighbourChapter(chapters, 15, 1)?.title).toBe('three');
  expect(neighbourChapter(chapters, 25, 1)).toBeNull();
  expect(neighbourChapter([], 5, -1)).toBeNull();
});

test('a storyboard shows the tile of a time, and its last tile past its end', () => {
  const board = {
    url: '/board.jpg',
    tileWidth: 160,
    tileHeight: 90,
    columns: 5,
    rows: 3,
    tileCount: 14,
    intervalSeconds: 2,
  };
  expect(storyboardTile(board, 0)).toEqual({ leftPixels: 0, topPixels: 0 });
  expect(storyboardTile(board, 13)).toEqual({ leftPixels: 160, topPixels: 90 });
  expect(storyboardTile(board, 999)).toEqual({ leftPixels: 480, topPixels: 180 });
});
