import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { writeOtherVideos } from '../../../src/page/composition/write-other-videos.ts';
import { followShownVideo } from '../../../src/page/player/shown-video/shown-video.ts';
import type { PlayerSnapshot, VideoSnapshot } from '../../../src/page/player/player.ts';
import { createFakePlayer, VIDEO } from '../../support/fake-player.ts';
import { until } from './support/until.ts';

const MADE: Partial<VideoSnapshot> = {
  pageUrl: 'https://videos.example/watch/1',
  author: 'Ada',
  authorUrl: '/ada',
  authorPicture: '/ada.jpg',
};

// The elements of the first paint, as the server writes them for a video.
beforeEach(() => {
  const { title } = document;
  const root = document.createElement('main');
  root.dataset['painted'] = VIDEO.videoId;
  root.innerHTML =
    '<div id="poster"><img src="/first.jpg"></div><h1 id="title">By the server</h1>' +
    '<p id="author">By the server</p><span id="length" data-live="Live">1:00</span>';
  document.body.append(root);
  document.title = 'By the server';
  onTestFinished(() => {
    root.remove();
    document.title = title;
  });
});

const part = (id: string): HTMLElement => document.getElementById(id) ?? document.body;
const text = (id: string): string => part(id).textContent;

function follow(video: Partial<VideoSnapshot> = {}, patch: Partial<PlayerSnapshot> = {}) {
  const player = createFakePlayer({ ready: true, durationSeconds: 28, ...patch, video: { ...VIDEO, ...video } });
  onTestFinished(followShownVideo(document, player));
  return player;
}

test('the document is named after the video and the product, and the heading after the video [P2]', () => {
  follow();
  expect([document.title, text('title')]).toEqual([`${VIDEO.title} - Oriel`, VIDEO.title]);
  // The heading has one line, so its tooltip has the whole title.
  expect(part('title').title).toBe(VIDEO.title);
});

test('a video without a title leaves an empty heading and the product’s name [P2]', () => {
  follow({ title: '' });
  expect([document.title, part('title').matches(':empty')]).toEqual(['Oriel', true]);
});

test('title and author are links that open in a new tab', () => {
  follow(MADE);
  const links = [...document.querySelectorAll('a')].map((link) => [
    link.className,
    link.textContent,
    link.getAttribute('href'),
    link.target,
    link.rel,
  ]);
  expect(links).toEqual([
    ['title-link', VIDEO.title, MADE.pageUrl, '_blank', 'noopener'],
    ['author-link', 'Ada', '/ada', '_blank', 'noopener'],
  ]);
  const picture = document.querySelector<HTMLImageElement>('.author-link > .author-picture');
  expect([picture?.getAttribute('src'), picture?.alt, picture?.crossOrigin]).toEqual(['/ada.jpg', '', 'anonymous']);
});

test('a link keeps its focus while the snapshot changes elsewhere', () => {
  const player = follow(MADE);
  const link = document.querySelector('a');
  link?.focus();
  player.set({ video: { ...VIDEO, ...MADE, startSeconds: 3 }, volume: 40 });
  expect(document.activeElement).toBe(link);
});

test('the label of a live video is in the language that the page was served in', () => {
  part('length').dataset['live'] = 'En direct';
  follow({ isLive: true });
  expect(text('length')).toBe('En direct');
});

test('the poster is replaced once the address of the next poster is known', () => {
  const player = follow({ posterUrl: null });
  expect(part('poster').innerHTML).toBe('<img src="/first.jpg">');
  player.set({ video: { ...VIDEO, posterUrl: '/second.jpg' } });
  const [picture, ...others] = part('poster').querySelectorAll('img');
  expect([picture?.getAttribute('src'), picture?.crossOrigin, others]).toEqual(['/second.jpg', 'anonymous', []]);
});

test('title and author of the video that the server has painted are not written again, those of another video are', async () => {
  const player = createFakePlayer({ ready: false, video: { ...VIDEO, videoId: '' } });
  const root = part('title').parentElement ?? document.body;
  const errors: unknown[] = [];
  writeOtherVideos(root, player, (error) => errors.push(error));
  player.set({ ready: true, video: VIDEO });
  expect([player.subscriberCount(), text('title')]).toEqual([1, 'By the server']);
  player.set({ video: { ...VIDEO, ...MADE, videoId: 'orielmp4001', title: 'Another' } });
  await until(() => text('title')).toBe('Another');
  expect([document.title, text('author'), errors]).toEqual(['Another - Oriel', 'Ada', []]);
});
