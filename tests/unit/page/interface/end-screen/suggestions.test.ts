import { expect, test } from 'vitest';
import type { RelatedVideo } from '../../../../../protocol/provider/player-response.ts';
import { suggestionsOf } from '../../../../../src/page/interface/end-screen/suggestions.ts';
import type { PlaylistSnapshot } from '../../../../../src/page/player/player.ts';
import { VIDEO } from '../../../../support/fake-player.ts';

const related = (videoId: string, channelId: string, posterUrl?: string): RelatedVideo => ({
  videoId,
  title: `Title of ${videoId}`,
  author: `Author of ${videoId}`,
  channelId,
  lengthSeconds: 10,
  ...(posterUrl === undefined ? {} : { posterUrl }),
});
const video = {
  ...VIDEO,
  videoId: 'now',
  channelId: 'own',
  related: [related('a', 'own', '/a.jpg'), related('b', 'other')],
};
const list = (
  videoIds: readonly string[],
  index: number,
  change: Partial<PlaylistSnapshot> = {},
): PlaylistSnapshot => ({
  videoIds,
  index,
  listId: null,
  shuffled: false,
  details: null,
  ...change,
});
const idsOf = (...given: Parameters<typeof suggestionsOf>): string[] =>
  suggestionsOf(...given).map(({ videoId }) => videoId);

test('the related videos of the response are suggested in their order', () => {
  expect(suggestionsOf({ video, playlist: null }, true)).toEqual([
    { videoId: 'a', title: 'Title of a', author: 'Author of a', lengthSeconds: 10, posterUrl: '/a.jpg', index: null },
    { videoId: 'b', title: 'Title of b', author: 'Author of b', lengthSeconds: 10, posterUrl: undefined, index: null },
  ]);
});

test('with rel=0 only videos of the same channel are suggested', () => {
  expect(idsOf({ video, playlist: null }, false)).toEqual(['a']);
});

test('the remaining videos of a playlist are suggested first, with their indexes, whatever their channel', () => {
  const entries = [{ videoId: 'second', title: 'Second', lengthSeconds: 61, posterUrl: '/second.jpg' }];
  const details = { playlistId: 'PL', title: 'List', entries };
  const playlist = list(['first', 'now', 'second', 'third'], 1, { details });
  const [second, third, ...others] = suggestionsOf({ video, playlist }, false);
  expect(second).toEqual({
    videoId: 'second',
    title: 'Second',
    author: '',
    lengthSeconds: 61,
    posterUrl: '/second.jpg',
    index: 2,
  });
  expect(third).toMatchObject({ videoId: 'third', title: '', index: 3 });
  expect(others.map(({ videoId }) => videoId)).toEqual(['a']);
});

test('each video is suggested once, and the present video is not suggested', () => {
  const again = { ...video, related: [related('now', 'own'), related('b', 'other'), related('a', 'own')] };
  expect(idsOf({ video: again, playlist: list(['now', 'b'], 0) }, true)).toEqual(['b', 'a']);
});
