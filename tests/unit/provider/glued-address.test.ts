import { expect, test } from 'vitest';
import { PageConfig } from '../../../protocol/page/page-config.ts';
import { openTestProvider, readJson } from './support/test-provider.ts';

/** The address to which an embed address redirects; the embed address itself if it does not redirect. */
async function destinationOf(address: string): Promise<string> {
  const provider = await openTestProvider();
  const { status, headers } = await provider.get(address);
  const location = headers.get('Location');
  expect(status).toBe(location === null ? 200 : 301);
  const { pathname, search } = new URL(location ?? '', `https://player.example${address}`);
  return location === null ? address : pathname + search;
}

test.each([
  ['/embed/orieldemo01&rel=0', '/embed/orieldemo01?rel=0'],
  ['/embed/orieldemo01&rel=0&start=3', '/embed/orieldemo01?rel=0&start=3'],
  ['/embed/orieldemo01&rel=0?start=3', '/embed/orieldemo01?rel=0&start=3'],
  ['/embed/orieldemo01&amp;rel=0&amp;start=3', '/embed/orieldemo01?rel=0&start=3'],
  ['/embed/orieldemo01%3Frel=0', '/embed/orieldemo01?rel=0'],
  ['/embed/orieldemo01&rel=0/', '/embed/orieldemo01?rel=0'],
  ['/v/orieldemo01&rel=0', '/v/orieldemo01?rel=0'],
  ['/embed/orieldemo01&', '/embed/orieldemo01'],
  ['/embed/videoseries&list=PLorieldemolist001', '/embed/videoseries?list=PLorieldemolist001'],
  ['/embed/orieldemo01?rel=0?start=3', '/embed/orieldemo01?rel=0&start=3'],
  ['/embed/orieldemo01?rel=0?start=3?end=9', '/embed/orieldemo01?rel=0&start=3&end=9'],
  ['/embed/orieldemo01?rel=0&amp;enablejsapi=1', '/embed/orieldemo01?rel=0&enablejsapi=1'],
  ['/embed/orieldemo01??rel=0', '/embed/orieldemo01?&rel=0'],
  ['/embed/?list=PLorieldemolist001?start=3', '/embed/?list=PLorieldemolist001&start=3'],
  ['/embed/orieldemo01&hl=%0D%0ASet-Cookie:a=b', '/embed/orieldemo01?hl=Set-Cookie:a=b'],
  ['/embed/orieldemo01&hl=%E2%98%83%20%22%3C#x', '/embed/orieldemo01?hl=%E2%98%83%20%22%3C'],
])('the wrongly joined address %s redirects to %s', async (address, right) => {
  expect(await destinationOf(address)).toBe(right);
  expect(await destinationOf(right)).toBe(right);
});

test('page_config accepts a wrongly joined video id, because a page on another server cannot redirect', async () => {
  const provider = await openTestProvider();
  const response = await provider.get(`/youtubei/v1/page_config?video_id=${encodeURIComponent('orieldemo01&rel=0')}`);
  const { player } = PageConfig.parse(await readJson(response));
  expect(player?.args.video_id).toBe('orieldemo01');
});

test.each([
  '/embed/orieldemo01?rel=0&start=3',
  '/embed/orieldemo01?widget_referrer=https://host.example/page?start=3',
  '/embed/orieldemo01?hl=what?ever=3',
  '/embed/orieldemo01?si=abc?d',
  '/embed/orieldemo01?',
])('the address %s is not redirected', async (address) => expect(await destinationOf(address)).toBe(address));

test.each(['/embed/orieldemo0&rel=0', '/embed/%2F%2Fevil.example&rel=0', '/embed/javascript:alert(1)&rel=0'])(
  'the invalid address %s responds 400 without a redirect',
  async (address) => {
    const provider = await openTestProvider();
    const { status, headers } = await provider.get(address);
    expect([status, headers.get('Location')]).toEqual([400, null]);
  },
);
