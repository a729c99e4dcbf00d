import { expect, test } from 'vitest';
import { InfoChanges } from '../../../src/host/client/info-changes.ts';
import type { LiveInfo } from '../../../src/host/client/types.ts';

test('changes of duration, buffering and chapter are each emitted once', () => {
  const info = { duration: 0, state: 'cued' as LiveInfo['state'], chapter: null as LiveInfo['chapter'] };
  const told: unknown[] = [];
  const changes = new InfoChanges(info as LiveInfo, (name, event) => told.push([name, event]));
  changes.check();
  expect(told).toEqual([]);
  Object.assign(info, { duration: 28, state: 'buffering' });
  changes.check();
  changes.check();
  Object.assign(info, { state: 'playing', chapter: { title: 'One', startSeconds: 0 } });
  changes.check();
  Object.assign(info, { chapter: { title: 'Two', startSeconds: 9 } });
  changes.check();
  expect(told).toEqual([
    ['durationchange', { duration: 28 }],
    ['bufferingchange', { active: true }],
    ['bufferingchange', { active: false }],
    ['chapterchange', { chapter: { title: 'One', startSeconds: 0 } }],
    ['chapterchange', { chapter: { title: 'Two', startSeconds: 9 } }],
  ]);
});
