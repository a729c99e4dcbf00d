import { expect, test } from 'vitest';
import { siteName } from '../../../../../src/page/interface/errors/site-name.ts';

const PLAYER = 'https://player.example/embed/orieldemo01';

test.each([
  ['https://www.videos.example/watch/1', 'Ada', 'videos.example'],
  ['https://videos.example:8443/watch/1', '', 'videos.example'],
  ['/watch/1', 'Ada', 'Ada'],
  ['https://player.example/watch/1', 'Ada', 'Ada'],
  ['/watch/1', '', 'player.example'],
])('the link to the page %s of a video by %j has the name %s', (pageUrl, author, expected) => {
  expect(siteName(pageUrl, author, PLAYER)).toBe(expected);
});
