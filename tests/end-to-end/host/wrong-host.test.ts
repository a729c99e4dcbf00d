// @module-tag thorough
import { test as base } from '../support/test.ts';
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
