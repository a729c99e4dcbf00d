import { expect, test } from 'vitest';
import { createSeededRandom } from '../../support/fake-clock.ts';
import { makePlaylist, neighbour, playlistReference, shuffle } from '../../../src/page/player/playlist.ts';

const ids = ['aaaaaaaaaaa', 'bbbbbbbbbbb', 'ccccccccccc', 'ddddddddddd'];

test('the end stops and the start restarts, unless looping wraps', () => {
  const last = makePlaylist(ids, 3, null)!;
  const first = makePlaylist(ids, 0, null)!;
  expect(neighbour(last, 1, false)).toBeNull();
  expect(neighbour(last, 1, true)).toBe(0);
  expect(neighbour(first, -1, false)).toBe(0);
  expect(neighbour(first, -1, true)).toBe(3);
  expect(neighbour(first, 1, false)).toBe(1);
});

test('an index outside of the list is moved into it, and an empty list is none', () => {
  expect(makePlaylist(ids, 99, null)?.index).toBe(3);
  expect(makePlaylist(ids, -1, null)?.index).toBe(0);
  expect(makePlaylist([], 0, null)).toBeNull();
});

test('shuffling keeps the current entry, loses none, and can be undone', () => {
  const playlist = makePlaylist(ids, 2, 'PLx')!;
  const shuffled = shuffle(playlist, true, ids, createSeededRandom(7));
  expect(shuffled.videoIds[shuffled.index]).toBe('ccccccccccc');
  expect(shuffled.videoIds.toSorted()).toEqual(ids);
  expect(shuffle(shuffled, false, ids, createSeededRandom(7))).toEqual(playlist);
});

test('a playlist is found under either name [C2, C3]', () => {
  expect(playlistReference({ list: 'PLabc' })).toEqual({ listId: 'PLabc' });
  expect(playlistReference({ list: ids })).toEqual({ videoIds: ids });
  expect(playlistReference({ playlist: '0123456789ABCDEF' })).toEqual({ listId: 'PL0123456789ABCDEF' });
  expect(playlistReference({ playlist: ids.join(',') })).toEqual({ videoIds: ids });
  expect(playlistReference({ list: '', playlist: '' })).toBeNull();
});
