// @module-tag thorough
import type { Page } from 'playwright';
import { waitForControls } from '../support/player-page.ts';
import { test } from '../support/test.ts';

/** The bridge loads only for hosts that post messages. */

interface HostPage extends Window {
  heard: string[];
}

/** A raw host: it greets every 250 ms, and records the names of the events it receives. */
const hostPage = (address: string) => `<!doctype html><title>Raw host</title><link rel="icon" href="data:,">
  <iframe src="${address}" width="640" height="360" allow="autoplay"></iframe>
  <script>
    window.heard = [];
    addEventListener('message', ({ data }) => heard.push(JSON.parse(data).event));
    setInterval(() => document.querySelector('iframe').contentWindow.postMessage('{"event":"listening","id":1}', '*'), 250);
  </script>`;

function bridgeRequests(page: Page): string[] {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/start-host-bridge-')) requested.push(request.url());
  });
  return requested;
}

const heard = (page: Page) => page.evaluate(() => (window as unknown as HostPage).heard);

test.concurrent('an embed without a host script plays without loading the host bridge', async ({ product, expect }) => {
  const { page, problems } = await product.openPage();
  const requested = bridgeRequests(page);
  await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1`);
  await waitForControls(page);
  expect([requested, problems]).toEqual([[], []]);
});

test.concurrent(
  'a host that posts to an embed without enablejsapi=1 causes one console warning and receives no message [H1]',
  async ({ product, site, expect }) => {
    const { page } = await product.openPage();
    const warnings: string[] = [];
    page.on('console', (message) => warnings.push(message.text()));
    await page.goto(site.page(hostPage(`${product.playerOrigin}/embed/orieldemo01`)));
    await expect.poll(() => warnings.filter((text) => text.includes('enablejsapi=1')).length).toBe(1);
    expect(await heard(page)).toEqual([]);
  },
);
