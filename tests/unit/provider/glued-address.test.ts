import { expect, test } from 'vitest';
import { openTestProvider } from './support/test-provider.ts';

/** Where a browser goes from an embed address; the address itself where it is right. */
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
])('%s, which a page has put together wrongly, leads to %s', async (address, right) => {
  expect(await destinationOf(address)).toBe(right);
  expect(await destinationOf(right)).toBe(right);
});

test.each([
  '/embed/orieldemo01?rel=0&start=3',
  '/embed/orieldemo01?widget_referrer=https://host.example/page?start=3',
  '/embed/orieldemo01?hl=what?ever=3',
  '/embed/orieldemo01?si=abc?d',
  '/embed/orieldemo01?',
])('%s stays as it is', async (address) => expect(await destinationOf(address)).toBe(address));

test.each(['/embed/orieldemo0&rel=0', '/embed/%2F%2Fevil.example&rel=0', '/embed/javascript:alert(1)&rel=0'])(
  '%s leads nowhere else',
  async (address) => {
    const provider = await openTestProvider();
    const { status, headers } = await provider.get(address);
    expect([status, headers.get('Location')]).toEqual([400, null]);
  },
);
