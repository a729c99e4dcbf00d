import { expect, test } from 'vitest';
import { placedPlaylist } from '../../../../../../workers/media/head-start/transport/placed-playlist.ts';

const PLAYLIST = ['#EXTM3U', '#EXTINF:10,', '0.ts', '#EXTINF: 10.0,Title', '1.ts', '#EXTINF:10,', '2.ts', ''].join(
  '\n',
);

test('the duration of a segment reaches to the next known segment, and of the last known segment to its own end', () => {
  const places = [{ startSeconds: 0, endSeconds: 9.6 }, { startSeconds: 9.64, endSeconds: 19.3 }, undefined];
  expect(placedPlaylist(PLAYLIST, places).split('\n')).toEqual([
    '#EXTM3U',
    '#EXTINF:9.6400000,',
    '0.ts',
    '#EXTINF:9.6600000,Title',
    '1.ts',
    '#EXTINF:10,',
    '2.ts',
    '',
  ]);
});

test('segments without known times keep their durations in the playlist', () => {
  expect(placedPlaylist(PLAYLIST, [undefined, { startSeconds: 10, endSeconds: 19.5 }])).toContain(
    '#EXTINF:10,\n0.ts\n#EXTINF:9.5000000,Title',
  );
});
