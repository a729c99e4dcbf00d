import { expect, test } from 'vitest';
import { readPlaylist, VideoOptions, videoIdOfUrl } from '../../../../protocol/host/video-options.ts';

test('unknown video options are dropped [C2]', () => {
  const given = {
    videoId: 'orieldemo01',
    startSeconds: 1,
    endSeconds: 2,
    suggestedQuality: 'hd720',
    mediaContentUrl: '/v/orieldemo01',
    playlist: 'a,b',
    list: 'PLx',
    listType: 'playlist',
    index: 3,
  };
  expect(VideoOptions.parse({ ...given, autoplay: 1, onclick: 'x', constructor: 'y' })).toEqual(given);
});

test('a playlist text of 16 characters is a list id without its prefix PL [C3]', () => {
  expect(readPlaylist('0123456789ABCDEF')).toEqual({ listId: 'PL0123456789ABCDEF' });
  expect(readPlaylist('0123456789ABCDE')).toEqual({ listId: '0123456789ABCDE' });
  expect(readPlaylist('0123456789ABCDEFG')).toEqual({ listId: '0123456789ABCDEFG' });
});

test('a playlist text with commas, or a video id, is read as video ids [C3]', () => {
  expect(readPlaylist('orieldemo01')).toEqual({ videoIds: ['orieldemo01'] });
  expect(readPlaylist('orieldemo01, orielmp4001,')).toEqual({ videoIds: ['orieldemo01', 'orielmp4001'] });
  expect(readPlaylist('1234567,9012345,')).toEqual({ videoIds: ['1234567', '9012345'] });
  expect(readPlaylist(['orieldemo01', ''])).toEqual({ videoIds: ['orieldemo01'] });
});

test.each([
  ['https://host.example/v/orieldemo01?version=3', 'orieldemo01'],
  ['http://host.example:8080/e/orieldemo01', 'orieldemo01'],
  ['//host.example/embed/orieldemo01/#t=3', 'orieldemo01'],
  ['/embed/orieldemo01?autoplay=1', 'orieldemo01'],
  ['https://host.example/watch?v=orieldemo01', undefined],
  ['https://host.example/embed/too-short', undefined],
  ['https://host.example/embed/orieldemo012', undefined],
  ['https://host.example/x/embed/orieldemo01', undefined],
  ['javascript:/v/orieldemo01', undefined],
  ['/embed/videoseries?list=PLabc', undefined],
  ['/embed/live_stream?channel=c', undefined],
  ['https://x.example/embed/orieldemo01&rel=0', 'orieldemo01'],
  ['/embed/videoseries&list=PLx', undefined],
  ['', undefined],
])('the video of the address %s is %s [P5]', (address, videoId) => {
  expect(videoIdOfUrl(address)).toBe(videoId);
});

test('an address below the base path of its server names a video too [P5]', () => {
  expect(videoIdOfUrl('https://host.example/player/embed/orieldemo01', '/player')).toBe('orieldemo01');
  expect(videoIdOfUrl('https://host.example/embed/orieldemo01', '/player')).toBe('orieldemo01');
  expect(videoIdOfUrl('https://host.example/x/embed/orieldemo01', '/player')).toBeUndefined();
});
