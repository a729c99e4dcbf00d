import { expect, test } from 'vitest';
import type { PlayerErrorCode } from '../../../protocol/errors.ts';
import type { VideoSnapshot } from '../../../src/page/player/player.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { give } from './support/give.ts';
import { openInterface } from './support/open-interface.ts';
import { until } from './support/until.ts';

const PAGE = 'https://www.videos.example/watch/1';

/** The links of the card of a video that has failed. */
async function linksOf(code: PlayerErrorCode, video: Partial<VideoSnapshot>): Promise<HTMLAnchorElement[]> {
  const opened = await openInterface({
    video: { ...VIDEO, ...video },
    error: { code, title: 'Not here', advice: '', retryable: false },
  });
  opened.mount(opened.features);
  await until(() => opened.container.querySelectorAll('.error-card h2').length).toBe(1);
  return [...opened.container.querySelectorAll<HTMLAnchorElement>('.error-card a')];
}

test('the error card of a refused video links to the page where it was published', async () => {
  const [link, ...others] = await linksOf('embedder.denied', { pageUrl: PAGE });
  expect([link?.textContent, link?.href, link?.target, link?.rel]).toEqual([
    'Watch on videos.example',
    PAGE,
    '_blank',
    'noopener',
  ]);
  expect(others).toEqual([]);
});

test('the error card names a link to a page on the player’s own server after the author', async () => {
  const [link] = await linksOf('mrm.blocked', { pageUrl: '/watch/1', author: 'Ada' });
  expect(link?.textContent).toBe('Watch on Ada');
});

test.each([
  ['video.notfound', {}],
  ['embedder.denied', { pageUrl: null }],
  ['net.connect', { pageUrl: PAGE }],
] as const)('the error card of %s with %j has no link to the page of the video', async (code, video) => {
  expect(await linksOf(code, video)).toEqual([]);
});

/** Simulates a frame to which no permission is delegated. */
const forbidAll = (): void => give(document, 'featurePolicy', { allowsFeature: () => false });

async function cardOf(code: PlayerErrorCode, video: Partial<VideoSnapshot>): Promise<unknown[]> {
  const opened = await openInterface({
    video: { ...VIDEO, ...video },
    error: { code, title: 'Share your location to watch this video.', advice: 'Allow it.', retryable: true },
  });
  opened.mount(opened.features);
  await until(() => opened.container.querySelectorAll('.error-card h2').length).toBe(1);
  const texts = (selector: string) => [...opened.container.querySelectorAll(selector)].map((one) => one.textContent);
  const [link] = opened.container.querySelectorAll<HTMLAnchorElement>('.error-card a');
  return [texts('.error-card :is(h2, .error-words p)'), texts('.error-actions button'), link?.pathname ?? null];
}

test.each(['location.needed', 'drm.unavailable'] as const)(
  'the error card of %s in a frame without the permission only links to the player’s page',
  async (code) => {
    forbidAll();
    expect(await cardOf(code, { pageUrl: null })).toEqual([
      ['This video can’t be shown on this site', 'Watch it on the original site.'],
      ['Copy details'],
      `/embed/${VIDEO.videoId}`,
    ]);
  },
);

test('the error card of location.needed in a frame that may request it has the provider’s advice and “Try again”', async () => {
  expect(await cardOf('location.needed', { pageUrl: null })).toEqual([
    ['Share your location to watch this video.', 'Allow it.'],
    ['Try again', 'Copy details'],
    null,
  ]);
});
