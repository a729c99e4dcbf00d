// @module-tag thorough
import { describe, expect } from 'vitest';
import { makeCatalog } from '../support/catalog.ts';
import { POLLING } from '../reliability/support/provider-view.ts';
import { browserTest } from './support/browser-test.ts';
import { chromiumKind, firefoxKind, webKitKind } from './support/browser-kinds.ts';
import type { TestPage } from './support/test-browser.ts';

/** A video that only one host may embed; another host requests it by a command, after a video that is open to all. */

type Told = readonly [command: string, name: string, data: unknown];

interface HostWindow {
  readonly told: readonly Told[];
}

const OPEN = 'orieldemo01';
const RESTRICTED = 'orielmp4001';
const COMMANDS = ['loadVideoById', 'loadPlaylist', 'loadVideoByUrl'] as const;
const NOT_ALLOWED = 150;

/** A page with a player for each command; it posts the events of its players to the topmost page. */
const hostHtml = (player: string, head = ''): string => `<!doctype html><title>Host</title>${head}
  <link rel="icon" href="data:,">${COMMANDS.map((name) => `<div id="${name}"></div>`).join('')}
  <script>
    const argument = { loadVideoById: '${RESTRICTED}', loadPlaylist: ['${RESTRICTED}'], loadVideoByUrl: '${player}/embed/${RESTRICTED}' };
    window.onYouTubeIframeAPIReady = () => {
      for (const [command, value] of Object.entries(argument)) {
        const tell = (name) => ({ data }) => top.postMessage({ told: [command, name, data] }, '*');
        const made = new YT.Player(command, {
          videoId: '${OPEN}',
          playerVars: { mute: 1 },
          events: { onReady: () => made[command](value), onError: tell('error'), onStateChange: tell('state') },
        });
      }
    };
  </script><script src="${player}/iframe_api"></script>`;

/** The topmost page of a host, which collects the posted events and contains `frame`. */
const topHtml = (frame: string): string => `<!doctype html><title>Top</title><link rel="icon" href="data:,">
  <script>
    window.told = [];
    addEventListener('message', ({ data }) => data?.told && told.push(data.told));
  </script>${frame}`;

const attribute = (html: string): string => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const srcdoc = (html: string, more = ''): string =>
  topHtml(`<iframe allow="autoplay" ${more} srcdoc="${attribute(html)}"></iframe>`);
const byScript = (html: string, address: string): string =>
  topHtml(`<iframe id="frame" allow="autoplay"></iframe>
    <script>
      const html = ${JSON.stringify(html).replaceAll('</', String.raw`<\/`)};
      document.querySelector('#frame').src = ${address};
    </script>`);

const WAYS: Readonly<Record<string, (player: string) => string>> = {
  'its own page': (player) => topHtml(hostHtml(player)),
  'a page of its text': (player) => srcdoc(hostHtml(player)),
  'a page that sends no referrer': (player) => srcdoc(hostHtml(player, '<meta name="referrer" content="no-referrer">')),
  'a page in a sandbox': (player) => srcdoc(hostHtml(player), 'sandbox="allow-scripts"'),
  'a page at a data: address': (player) =>
    byScript(hostHtml(player), `'data:text/html;charset=utf-8,' + encodeURIComponent(html)`),
  'a page at a blob: address': (player) =>
    byScript(hostHtml(player), `URL.createObjectURL(new Blob([html], { type: 'text/html' }))`),
};

const toldIn = (page: TestPage): Promise<readonly Told[]> => page.inHost(() => (window as unknown as HostWindow).told);

async function outcomes(page: TestPage, [name, data]: readonly [name: string, data: number]): Promise<string[]> {
  const told = await toldIn(page);
  return COMMANDS.filter((command) => told.some((one) => one[0] === command && one[1] === name && one[2] === data));
}

for (const kind of [chromiumKind(), firefoxKind(), webKitKind()]) {
  const test = browserTest(kind).extend('environment', { scope: 'file' }, async ({}, { onCleanup }) => {
    const catalog = await makeCatalog({ [`videos/${RESTRICTED}.json`]: { allowedHosts: ['127.0.0.1:*'] } });
    onCleanup(() => catalog.remove());
    return { ORIEL_CATALOG_DIR: catalog.folder };
  });
  const title = kind.launch === undefined ? `${kind.name} (not on this machine: it needs ${kind.needs})` : kind.name;

  describe.skipIf(kind.launch === undefined)(title, () => {
    test.for(Object.entries(WAYS))(
      'every command for a video that this host may not embed fails with error 150 in a player on %s',
      async ([, html], { testBrowser, server, site }) => {
        const page = await testBrowser.openPage();
        await page.goto(site.page(html(server.playerOrigin)));
        await expect.poll(() => outcomes(page, ['error', NOT_ALLOWED]), POLLING).toEqual([...COMMANDS]);
        expect(await outcomes(page, ['state', 1])).toEqual([]);
        await page.close();
      },
    );

    test('every command for a restricted video plays it in a player on an allowed host', async ({
      testBrowser,
      server,
      site,
    }) => {
      const page = await testBrowser.openPage();
      const address = site.page(WAYS['a page of its text']?.(server.playerOrigin) ?? '');
      await page.goto(address.replace('//localhost:', '//127.0.0.1:'));
      await expect.poll(() => outcomes(page, ['state', 1]), POLLING).toEqual([...COMMANDS]);
      expect(await outcomes(page, ['error', NOT_ALLOWED])).toEqual([]);
      await page.close();
    });
  });
}
