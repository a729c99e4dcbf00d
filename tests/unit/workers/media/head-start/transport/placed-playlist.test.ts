import { expect, test } from 'vitest';
import { placedPlaylist } from '../../../../../../workers/media/head-start/transport/placed-playlist.ts';

const PLAYLIST = ['#EXTM3U', '#EXTINF:10,', '0.ts', '#EXTINF: 10.0,Title', '1.ts', '#EXTINF:10,', '2.ts', ''].join(
  '\n',
);

test('lengths are those up to the next segment that is known, and of the last one its own', () => {
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

test('segments before the start keep their lengths', () => {
  expect(placedPlaylist(PLAYLIST, [undefined, { startSeconds: 10, endSeconds: 19.5 }])).toContain(
    '#EXTINF:10,\n0.ts\n#EXTINF:9.5000000,Title',
  );
});
