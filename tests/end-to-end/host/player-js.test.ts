// @module-tag thorough
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';
import { test, type Product } from '../support/test.ts';

/** Embedly's client player.js, unmodified from npm; embeds of other products support its protocol, too. */
const CLIENT = createRequire(import.meta.url).resolve('player.js');

interface Client {
  on(event: string, listener: (value: unknown) => void): void;
  off(event: string): void;
  supports(kind: 'method' | 'event', name: string): boolean;
  [method: string]: unknown;
}
interface ClientPage extends Window {
  client: Client;
  seen: [event: string, value: unknown][];
}

async function open({ openPage, playerOrigin }: Product, site: { page(html: string): string }, when: string) {
  const watched = await openPage();
  const frame = `<iframe id="frame" src="${playerOrigin}/embed/orieldemo01?enablejsapi=1&mute=1" width="640" height="360" allow="autoplay"></iframe>`;
  const make = `window.seen = [];
    const make = () => {
      window.client = new playerjs.Player('frame');
      for (const name of ['ready', 'play', 'pause', 'ended', 'timeupdate', 'progress', 'error'])
        client.on(name, (value) => seen.push([name, value ?? null]));
    };
    ${when}`;
  await watched.page.goto(
    site.page(`<!doctype html><title>Host</title><link rel="icon" href="data:,">${frame}
      <script>${await readFile(CLIENT, 'utf8')}</script><script>${make}</script>`),
  );
  return watched;
}

const seen = async (page: Page, name: string): Promise<unknown[]> => {
  const all = await page.evaluate(() => (window as unknown as ClientPage).seen);
  return all.filter(([event]) => event === name).map(([, value]) => value);
};
const call = (page: Page, method: string, value?: unknown) =>
  page.evaluate(
    ([name, given]) =>
      (window as unknown as { client: Record<string, (value: unknown) => void> }).client[name]?.(given),
    [method, value] as const,
  );
const read = (page: Page, method: string) =>
  page.evaluate(
    (name) =>
      new Promise<unknown>((resolve) =>
        (window as unknown as { client: Record<string, (done: (value: unknown) => void) => void> }).client[name]?.(
          resolve,
        ),
      ),
    method,
  );

test.for([
  ['before the frame has loaded', 'make();'],
  ['long after the frame has loaded', "addEventListener('load', () => setTimeout(make, 1_500));"],
] as const)(
  'player.js controls a frame, with its client created %s [H1]',
  async ([, when], { product, site, expect }) => {
    const { page, problems } = await open(product, site, when);
    await expect.poll(() => seen(page, 'ready')).toHaveLength(1);
    expect(
      await Promise.all(['getPaused', 'getMuted', 'getCurrentTime', 'getLoop'].map((name) => read(page, name))),
    ).toEqual([true, true, 0, false]);
    expect(await read(page, 'getDuration')).toBeCloseTo(28, 0);
    await call(page, 'play');
    await expect.poll(() => seen(page, 'play')).toHaveLength(1);
    await expect.poll(async () => (await seen(page, 'timeupdate')).length).toBeGreaterThan(3);
    expect((await seen(page, 'timeupdate')).at(-1)).toEqual({
      seconds: expect.any(Number),
      duration: expect.closeTo(28, 0),
    });
    expect((await seen(page, 'progress')).at(-1)).toEqual({
      percent: expect.any(Number),
      duration: expect.closeTo(28, 0),
    });
    await call(page, 'setVolume', 40);
    await call(page, 'unmute');
    await expect.poll(() => read(page, 'getVolume')).toBe(40);
    expect(await read(page, 'getMuted')).toBe(false);
    await call(page, 'setCurrentTime', 27);
    await expect.poll(() => read(page, 'getCurrentTime')).toBeGreaterThan(26.9);
    await expect.poll(() => seen(page, 'ended')).toHaveLength(1);
    await call(page, 'setCurrentTime', 3);
    await call(page, 'pause');
    await expect.poll(() => read(page, 'getPaused')).toBe(true);
    await call(page, 'setVolume', 'loud');
    await expect.poll(() => seen(page, 'error')).toEqual([{ code: 3, msg: expect.stringContaining('setVolume') }]);
    expect(problems).toEqual([]);
  },
);

test('player.js receives the error code of a video that does not play; a frame without enablejsapi sends nothing [H2, P8]', async ({
  product,
  site,
  expect,
}) => {
  const watched = await product.openPage();
  const frame = (id: string, address: string) =>
    `<iframe id="${id}" src="${product.playerOrigin}${address}" width="320" height="180"></iframe>`;
  await watched.page.goto(
    site.page(`<!doctype html><title>Host</title><link rel="icon" href="data:,">
      ${frame('frame', '/embed/nosuchvideo?enablejsapi=1')}${frame('silent', '/embed/orieldemo01')}
      <script>${await readFile(CLIENT, 'utf8')}</script>
      <script>
        window.seen = [];
        const client = new playerjs.Player('frame');
        client.on('ready', () => seen.push(['frame', 'ready']));
        client.on('error', (value) => seen.push(['frame', value]));
        const silent = document.getElementById('silent').contentWindow;
        addEventListener('message', ({ source, data }) => source === silent && seen.push(['silent', data]));
        document.getElementById('silent').addEventListener('load', () =>
          silent.postMessage('{"context":"player.js","version":"0.0.11","method":"getDuration","listener":"1"}', '*'));
      </script>`),
  );
  await expect.poll(() => seen(watched.page, 'frame')).toEqual(['ready', { code: 100, msg: expect.any(String) }]);
  expect(await seen(watched.page, 'silent')).toEqual([]);
});
