// @module-tag thorough
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { test as base, type Product } from '../support/test.ts';
import type { HostSite } from '../support/host-site.ts';
import { bundleScript } from './support/bundle.ts';

/** An invalid host is reported at once, where the author looks. */

const test = base.extend('script', { scope: 'file' }, () =>
  bundleScript(`
    import { createPlayer } from '${process.cwd()}/src/host/oriel.ts';
    window.fail = (host) => createPlayer('#spot', { videoId: 'orieldemo01', host }).then(
      () => 'made',
      (error) => ({ ...error, message: error.message, left: document.body.querySelectorAll('iframe').length }),
    );
  `),
);

async function open(product: Product, site: HostSite, script: string): Promise<Page> {
  const { page } = await product.openPage();
  await page.goto(site.page(`<!doctype html><title>Wrong</title><div id="spot"></div><script>${script}</script>`));
  return page;
}

const fail = (page: Page, host: string) =>
  page.evaluate((given) => (window as unknown as { fail(host: string): Promise<unknown> }).fail(given), host);

/** A port without a listener. */
async function deadOrigin(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

test.concurrent('createPlayer: an invalid address [H1]', async ({ product, site, script, expect }) => {
  const page = await open(product, site, script);
  expect(await fail(page, 'videos.example')).toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('https://videos.example'),
    left: 0,
  });
});

test.concurrent(
  'createPlayer: a server without the player, and one that is not running [H1]',
  async ({ product, site, script, expect }) => {
    const page = await open(product, site, script);
    for (const host of [site.origin, await deadOrigin()])
      expect(await fail(page, host)).toMatchObject({
        code: 'unreachable',
        message: expect.stringContaining(`${host}/embed/orieldemo01`),
        left: 0,
      });
  },
);

test.concurrent(
  'the script API: error 2 for an invalid address, 5 for a page without a player, and a console message [H1]',
  async ({ product, site, expect }) => {
    const { page, problems } = await product.openPage();
    await page.goto(
      site.page(`<!doctype html><title>Wrong</title><div id="one"></div><div id="two"></div>
      <script src="${product.playerOrigin}/iframe_api"></script>
      <script>
        window.seen = [];
        for (const [id, host] of [['one', 'videos.example'], ['two', '${site.origin}']])
          new Oriel.Player(id, { host, videoId: 'orieldemo01', events: { onError: ({ data }) => seen.push([id, data]) } });
      </script>`),
    );
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { seen: unknown[] }).seen))
      .toEqual([
        ['one', 2],
        ['two', 5],
      ]);
    expect(problems.filter((problem) => problem.includes('Oriel:'))).toEqual([
      expect.stringContaining('host has to be an origin such as'),
      expect.stringContaining(`no player answers at ${site.origin}/embed/orieldemo01`),
    ]);
  },
);
