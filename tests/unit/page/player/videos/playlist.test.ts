import { expect, test } from 'vitest';
import { succeed } from '../../../../../protocol/runtime/outcome.ts';
import {
  makePlaylist,
  neighbour,
  playlistIds,
  playlistReference,
  shuffledOrder,
} from '../../../../../src/page/player/videos/playlist.ts';
import { createSeededRandom } from '../../../../support/fake-clock.ts';
import { createPlayer } from '../../../../support/player-harness.ts';
import { videoResponse } from '../../../../support/video-response.ts';

const ids = ['aaaaaaaaaaa', 'bbbbbbbbbbb', 'ccccccccccc', 'ddddddddddd'];
const [first = '', second = '', third = ''] = ids;

const listOf = (videoIds: readonly string[], index: number) => {
  const playlist = makePlaylist(videoIds, index, null);
  if (playlist === null) throw new Error('empty');
  return playlist;
};

test('neighbour is null after the last entry, is the first entry before the first, and wraps around while looping', () => {
  expect(neighbour(listOf(ids, 3), 1, false)).toBeNull();
  expect(neighbour(listOf(ids, 3), 1, true)).toBe(0);
  expect(neighbour(listOf(ids, 0), -1, false)).toBe(0);
  expect(neighbour(listOf(ids, 0), -1, true)).toBe(3);
  expect(neighbour(listOf(ids, 0), 1, false)).toBe(1);
});

test('shuffledOrder has the current entry first and every other entry once', () => {
  const order = shuffledOrder(6, 2, createSeededRandom(7));
  expect(order[0]).toBe(2);
  expect(order.toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(order).not.toEqual([2, 0, 1, 3, 4, 5]);
});

test('the parameters list and playlist are both read as a list id or as video ids [C2, C3]', () => {
  expect(playlistReference({ list: 'PLabc' })).toEqual({ listId: 'PLabc' });
  expect(playlistReference({ list: ids })).toEqual({ videoIds: ids });
  expect(playlistReference({ playlist: '0123456789ABCDEF' })).toEqual({ listId: 'PL0123456789ABCDEF' });
  expect(playlistReference({ playlist: ids.join(',') })).toEqual({ videoIds: ids });
  expect(playlistReference({ list: '0123456789ABCDEF' })).toEqual({ listId: '0123456789ABCDEF' });
  expect(playlistReference({ list: first })).toEqual({ videoIds: [first] });
  expect(playlistReference({ list: `${first},${second}` })).toEqual({ videoIds: [first, second] });
  expect(playlistReference({ list: '', playlist: '' })).toBeNull();
});

test('the video of the address precedes the list, unless the list begins with it', () => {
  expect(playlistIds(first, [second, first])).toEqual([first, second, first]);
  expect(playlistIds(first, [first])).toEqual([first]);
  expect(playlistIds(undefined, [second, second])).toEqual([second, second]);
});

test('loadPlaylist keeps repeated entries, and nextVideo moves from one to the next', async () => {
  const { run, rest, player, requests } = createPlayer();
  run('loadPlaylist', { playlist: [first, first, second] });
  await rest();
  expect(player.getSnapshot().playlist).toMatchObject({ videoIds: [first, first, second], index: 0 });
  run('nextVideo');
  await rest();
  expect(player.getSnapshot().playlist?.index).toBe(1);
  run('nextVideo');
  await rest();
  expect(player.getSnapshot().video.videoId).toBe(second);
  expect(requests[0]).toEqual({ videoId: first, playlistVideoIds: [first, first, second] });
});

test('entries that the provider does not describe are dropped from a list, and the present entry is kept', async () => {
  const harness = createPlayer();
  const entries = [first, third].map((videoId) => ({ videoId, title: videoId, lengthSeconds: 1 }));
  harness.respond = ({ videoId }) =>
    succeed(videoResponse(videoId, { playlist: { playlistId: '', title: 'List', entries } }));
  harness.run('loadPlaylist', { playlist: [first, second, third, first, third], index: 3 });
  await harness.rest();
  expect(harness.player.getSnapshot().playlist).toMatchObject({
    videoIds: [first, third, first, third],
    index: 2,
    details: { title: 'List' },
  });
});

test('loading a video of the list without the list leaves the list', async () => {
  const harness = createPlayer();
  const entries = [first, second].map((videoId) => ({ videoId, title: videoId, lengthSeconds: 1 }));
  harness.respond = () => succeed(videoResponse(first, { playlist: { playlistId: 'PLabc', title: 'List', entries } }));
  harness.run('loadPlaylist', { list: 'PLabc' });
  await harness.rest();
  expect(harness.player.getSnapshot().playlist).toMatchObject({ videoIds: [first, second], listId: 'PLabc' });
  harness.run('loadVideoById', { videoId: first, startSeconds: 4 });
  await harness.rest();
  expect(harness.player.getSnapshot().playlist).toBeNull();
});

test.each(['cuePlaylist', 'loadPlaylist'] as const)(
  '%s of another list whose chosen video is the present video shows the entries of the other list',
  async (name) => {
    const harness = createPlayer();
    harness.respond = ({ videoId, playlistVideoIds = [] }) => {
      const entries = playlistVideoIds.map((id) => ({ videoId: id, title: id, lengthSeconds: 1 }));
      return succeed(videoResponse(videoId, { playlist: { playlistId: '', title: 'List', entries } }));
    };
    harness.run('cuePlaylist', { playlist: [first] });
    await harness.rest();
    harness.run(name, { playlist: [second, first, third], index: 1 });
    await harness.rest();
    expect(harness.player.getSnapshot().playlist).toMatchObject({ videoIds: [second, first, third], index: 1 });
    harness.run('loadVideoById', { videoId: first });
    await harness.rest();
    harness.run(name, { playlist: [first, third] });
    await harness.rest();
    expect(harness.player.getSnapshot().playlist).toMatchObject({ videoIds: [first, third], index: 0 });
  },
);

test('a list of video ids that follows a list with an id has no list id, also if its chosen video is the present video', async () => {
  const harness = createPlayer();
  harness.respond = ({ videoId, playlistVideoIds = [first, second], playlistId = '' }) => {
    const entries = playlistVideoIds.map((id) => ({ videoId: id, title: id, lengthSeconds: 1 }));
    return succeed(videoResponse(videoId || first, { playlist: { playlistId, title: 'List', entries } }));
  };
  harness.run('cuePlaylist', { list: 'PLabc' });
  await harness.rest();
  expect(harness.player.getSnapshot()).toMatchObject({ playlist: { listId: 'PLabc' }, video: { videoId: first } });
  harness.run('loadPlaylist', { playlist: [third, first], index: 1 });
  await harness.rest();
  expect(harness.player.getSnapshot().playlist).toMatchObject({ videoIds: [third, first], index: 1, listId: null });
});

test('shuffling and unshuffling a list with repeated videos keeps the present entry', async () => {
  const { run, rest, player } = createPlayer();
  run('loadPlaylist', { playlist: [first, second, first, third], index: 2 });
  await rest();
  run('setShuffle', [true]);
  const shuffled = player.getSnapshot().playlist;
  expect(shuffled).toMatchObject({ index: 0, shuffled: true });
  expect(shuffled?.videoIds[0]).toBe(first);
  expect(shuffled?.videoIds.toSorted()).toEqual([first, first, second, third]);
  run('setShuffle', [false]);
  expect(player.getSnapshot().playlist).toMatchObject({ videoIds: [first, second, first, third], index: 2 });
});

test.each([
  [0, [2, 1, 3, 4, 0]],
  [0.5, [2, 0, 4, 1, 3]],
  [0.99, [2, 0, 1, 3, 4]],
])('shuffledOrder draws from the remaining entries: the random fraction %d gives %j', (fraction, order) => {
  const random = { fraction: () => fraction, bytes: () => new Uint8Array() };
  expect(shuffledOrder(5, 2, random)).toEqual(order);
});
