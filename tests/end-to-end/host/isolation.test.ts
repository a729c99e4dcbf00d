import type { Frame, Page } from 'playwright';
import '../../../src/page/infrastructure/bench-hook.ts';
import { startHostSite } from '../support/host-site.ts';
import { waitForTime } from '../support/player-page.ts';
import { test as base, type Product } from '../support/test.ts';
import { flush, freshPrefix, logEvents } from '../reliability/support/fault-lab.ts';
import { POLLING, ProviderView } from '../reliability/support/provider-view.ts';
import { splitRows } from '../../support/split-rows.ts';

/** Host pages that restrict themselves or their frames: each is visited and reloaded, some with a second frame. */

interface HostKind {
  readonly name: string;
  /** Headers of the host page; `{player}` is replaced by the origin of the player. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Attributes of the frames of the host page. */
  readonly frame?: string;
  /** Values that the frame reads in itself, to prove that the restriction applies. */
  readonly seen: { readonly origin?: string; readonly isolated?: boolean; readonly secure?: boolean };
  /** Adds a second frame, which shares the storage of the first frame or, in a sandbox, nothing. */
  readonly hasTwoFrames?: boolean;
  /** Serves host page and player over plain HTTP from names that are no trustworthy origins. */
  readonly isInsecure?: boolean;
  /** The storage of the frames ends with the page, so no later page can send the events of a killed frame. */
  readonly keepsNothing?: boolean;
  /** Expected console warning: Chromium may not give frames of an opaque or insecure origin a separate agent cluster. */
  readonly warns?: RegExp;
}

const ORIGIN_KEYED = /could not be origin-keyed/;
const EVENT_COUNT = 5;
const NONCE = 'bm90LXNvLXJhbmRvbQ';
const KINDS: readonly HostKind[] = [
  { name: 'a plain page', seen: { isolated: false, secure: true }, hasTwoFrames: true },
  {
    name: 'an isolated page (COEP require-corp)',
    headers: { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Opener-Policy': 'same-origin' },
    frame: 'allow="autoplay; cross-origin-isolated"',
    seen: { isolated: true },
  },
  {
    name: 'an isolated page (COEP credentialless)',
    headers: { 'Cross-Origin-Embedder-Policy': 'credentialless', 'Cross-Origin-Opener-Policy': 'same-origin' },
    frame: 'allow="autoplay; cross-origin-isolated"',
    seen: { isolated: true },
  },
  { name: 'a credentialless frame', frame: 'allow="autoplay" credentialless', seen: {}, keepsNothing: true },
  {
    name: 'a sandbox with allow-same-origin',
    frame: 'allow="autoplay" sandbox="allow-scripts allow-same-origin"',
    seen: {},
  },
  {
    name: 'a sandbox without allow-same-origin',
    frame: 'allow="autoplay" sandbox="allow-scripts"',
    seen: { origin: 'null' },
    hasTwoFrames: true,
    keepsNothing: true,
    warns: ORIGIN_KEYED,
  },
  {
    name: 'a page that sends no referrer',
    headers: { 'Referrer-Policy': 'no-referrer' },
    frame: 'allow="autoplay" referrerpolicy="no-referrer"',
    seen: {},
  },
  {
    name: 'a page with a strict policy',
    headers: {
      'Content-Security-Policy': `default-src 'none'; base-uri 'none'; script-src 'nonce-${NONCE}' 'strict-dynamic'; frame-src {player}; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`,
    },
    seen: {},
  },
  { name: 'a page on plain http', isInsecure: true, seen: { secure: false }, warns: ORIGIN_KEYED },
];

/** The most common host page, and the most restricted frame. */
const IN_CORE = ['a plain page', 'a sandbox without allow-same-origin'];

const test = base.extend('environment', { scope: 'file' }, { ORIEL_BENCH: '1' });

/** Resolves names other than localhost to this machine: without TLS their origins are not trustworthy. */
const INSECURE_NAMES = '--host-resolver-rules=MAP *.example 127.0.0.1';

const hostHtml = (
  player: string,
  names: readonly string[],
  attributes = 'allow="autoplay"',
) => `<!doctype html><title>Host</title>
  <link rel="icon" href="data:,">
  ${names.map((name) => frameHtml(player, name, attributes)).join('')}
  <script nonce="${NONCE}" src="${player}/iframe_api"></script>
  <script nonce="${NONCE}">
    window.states = {};
    window.players = {};
    for (const name of ${JSON.stringify(names)}) {
      states[name] = [];
      players[name] = new YT.Player(name, { events: {
        onReady: ({ target }) => states[name].push('ready'),
        onStateChange: ({ data }) => states[name].push(data),
        onError: ({ data }) => states[name].push('error ' + data),
      } });
    }
  </script>`;

const frameHtml = (player: string, name: string, attributes: string) =>
  `<iframe id="${name}" ${attributes} src="${player}/embed/orieldemo01?enablejsapi=1&mute=1" width="320" height="180"></iframe>`;

type HostWindow = Window & {
  states: Record<string, unknown[]>;
  players: Record<
    string,
    { playVideo(): void; pauseVideo(): void; seekTo(at: number, ahead: boolean): void; getCurrentTime(): number }
  >;
};

const until = (page: Page, name: string, state: unknown) =>
  page.waitForFunction(([of, wanted]) => (window as unknown as HostWindow).states[of]?.includes(wanted), [
    name,
    state,
  ] as const);

/** Plays and seeks through the host script, and waits until the script reports both. */
async function drive(page: Page, name: string): Promise<void> {
  await until(page, name, 'ready');
  await page.evaluate((of) => (window as unknown as HostWindow).players[of]?.playVideo(), name);
  await until(page, name, 1);
  await page.evaluate((of) => (window as unknown as HostWindow).players[of]?.seekTo(13, true), name);
  await page.waitForFunction((of) => ((window as unknown as HostWindow).players[of]?.getCurrentTime() ?? 0) > 13, name);
}

async function pause(page: Page, name: string): Promise<void> {
  await page.evaluate((of) => (window as unknown as HostWindow).players[of]?.pauseVideo(), name);
  await until(page, name, 2);
}

async function frameNamed(page: Page, name: string): Promise<Frame> {
  const element = await page.waitForSelector(`#${name}`);
  const frame = await element.contentFrame();
  if (frame === null) throw new Error('no frame');
  await waitForTime(frame, 13);
  return frame;
}

async function siteOf(kind: HostKind, names: readonly string[], { playerOrigin, port }: Product) {
  const player = kind.isInsecure === true ? `http://player.example:${port}` : playerOrigin;
  const headers = Object.entries(kind.headers ?? {}).map(([name, value]) => [name, value.replace('{player}', player)]);
  const site = await startHostSite(Object.fromEntries(headers));
  const url = site.page(hostHtml(player, names, kind.frame));
  return { site, url: kind.isInsecure === true ? url.replace('localhost', 'host.example') : url };
}

for (const { rows, options } of splitRows(
  KINDS.map((kind) => [kind.name, kind] as const),
  ([name]) => IN_CORE.includes(name),
))
  test.concurrent.for(rows)(
    'embeds in %s play, follow commands and lose no event, on the first visit and after a reload [X6]',
    options,
    async ([, kind], { product, launch, expect }) => {
      const names = kind.hasTwoFrames === true ? ['one', 'two'] : ['one'];
      const { site, url } = await siteOf(kind, names, product);
      const { page, context, problems } = await product.openPage(
        kind.isInsecure === true ? { inBrowser: await launch(INSECURE_NAMES) } : {},
      );
      const prefixes: string[] = [];
      await page.goto(url);
      for (const visit of ['first', 'reload']) {
        if (visit === 'reload') await page.reload();
        await Promise.all(names.map((name) => drive(page, name)));
        for (const name of names) {
          const frame = await frameNamed(page, name);
          await pause(page, name);
          expect(
            await frame.evaluate(() => ({
              origin: self.origin,
              isolated: crossOriginIsolated,
              secure: isSecureContext,
            })),
          ).toMatchObject(kind.seen);
          await frame.waitForFunction(() => window.__bench !== undefined);
          const prefix = freshPrefix(`isolation${name}`);
          await logEvents(frame, prefix, EVENT_COUNT);
          // An insecure page has no Web Locks, so the next page would send its remaining events only after two minutes (S5).
          if (kind.isInsecure === true) await flush(frame);
          // On a reload, frames can still send their events; on close, the browser may kill the page first.
          if (kind.keepsNothing === true && visit === 'reload') await flush(frame);
          prefixes.push(prefix);
        }
      }
      await page.close();
      // Where storage persists, the next page sends events that the last page could not send.
      const next = await context.newPage();
      await next.goto(url);
      await drive(next, 'one');
      const provider = new ProviderView(product.hostOrigin);
      for (const prefix of prefixes) {
        const wanted = Array.from({ length: EVENT_COUNT }, (_, index) => `${prefix}-${index}`);
        await expect.poll(async () => (await provider.markers(prefix)).toSorted(), POLLING).toEqual(wanted);
      }
      expect(problems.filter((problem) => kind.warns?.test(problem) !== true)).toEqual([]);
      await site.stop();
    },
  );
