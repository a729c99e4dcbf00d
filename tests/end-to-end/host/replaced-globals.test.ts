// @module-tag thorough
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test as base } from '../support/test.ts';
import { REPLACEMENTS, type Touched } from './support/replacements.ts';
import { touchedBy } from './support/touched.ts';

/**
 * Runs the built host scripts on pages that have replaced the globals and methods that the scripts use. The names are parsed from
 * the scripts; a page of a few lines stands in for the player.
 */

const PAGE = 'https://shop.test/';
const PLAYER = 'https://player.test';
const SCRIPTS = ['iframe_api', 'oriel', 'oriel-player'] as const;
type Script = (typeof SCRIPTS)[number];

/** Names that the tests do not replace, and why. */
const LEFT = new Map([
  ['addEventListener', 'zone.js may load later, and must receive the listeners'],
  ['removeEventListener', 'zone.js, as for addEventListener'],
  ['exec', 'the language calls it for every regular expression'],
  ['then', 'the language calls it for every promise of a promise'],
  ['resolve', 'the language calls it for Promise.all and Promise.race'],
]);
/** Names that no page can replace, or whose replacement breaks the page itself. */
const FIXED =
  /^(crypto|Oriel|OrielError|YT|YTConfig|window|document|location|globalThis|top|undefined|NaN|Infinity|HTMLElement|customElements)$/;

/** Stands in for the embed page: responds to the messages of the host scripts. */
const EMBED = `<!doctype html><script>
  const heard = new Set();
  let id;
  const tell = (event, info) => parent.postMessage(JSON.stringify({ event, info, id, channel: 'widget' }), '*');
  addEventListener('message', ({ data }) => {
    const { event, func, args, callId, ...rest } = JSON.parse(data);
    if (event === 'listening' && id === undefined) {
      id = rest.id;
      tell('initialDelivery', { playerState: 5, duration: 28, videoData: { video_id: 'orieldemo01', title: 'T', author: 'A' } });
      tell('onReady', null);
    }
    if (func === 'addEventListener') heard.add(args[0]);
    if (func === 'playVideo') {
      tell('infoDelivery', { playerState: 1 });
      if (heard.has('onStateChange')) tell('onStateChange', 1);
    }
    if (callId !== undefined) tell('commandResult', { callId, ok: true });
  });
  tell('readyToListen', null);
</script>`;

/** Code that plays with each script and reports in the document's title, without a call that the page could replace. */
const PLAYS: Readonly<Record<Script, string>> = {
  iframe_api: `new Oriel.Player('spot', { videoId: 'orieldemo01', host: '${PLAYER}', events: {
      onReady({ target }) { target.playVideo(); },
      onStateChange({ data }) { if (data === 1) document.title = 'plays'; },
      onError({ data }) { document.title = 'error ' + data; },
    } });`,
  oriel: `createPlayer('#spot', { videoId: 'orieldemo01', host: '${PLAYER}' })
      .then((player) => player.play()).then(() => (document.title = 'plays'), (error) => (document.title = 'error ' + error.message));`,
  'oriel-player': `spot.innerHTML = '<oriel-player host="${PLAYER}" video-id="orieldemo01"></oriel-player>';
      const element = spot.firstChild;
      element.addEventListener('playing', () => (document.title = 'plays'));
      element.addEventListener('error', ({ detail }) => (document.title = 'error ' + detail.error.message));
      element.play();`,
};

function hostPage(script: Script, replacement: string, moment: 'before' | 'after'): string {
  const [before, after] = moment === 'before' ? [replacement, ''] : ['', replacement];
  const isModule = script !== 'iframe_api';
  const load = isModule ? `import { createPlayer } from '/${script}.js';` : '';
  const drive = `try { ${PLAYS[script]} } catch (error) { document.title = 'error ' + error; }`;
  return `<!doctype html><title>waits</title><div id="spot"></div>
    <script>${before}</script>
    ${isModule ? '' : `<script src="/${script}.js"></script>`}
    <script${isModule ? ' type="module"' : ''}>${load} ${after}; ${drive}</script>`;
}

const test = base.extend('scripts', { scope: 'file' }, async () => {
  const read = async (name: Script): Promise<[Script, string]> => [
    name,
    await readFile(join('dist/host', `${name}.js`), 'utf8'),
  ];
  return new Map(await Promise.all(SCRIPTS.map(read)));
});

const moments = (['before', 'after'] as const).flatMap((moment) =>
  Object.entries(REPLACEMENTS)
    .filter(([name]) => moment === 'after' || name !== 'EVERYTHING_THROWS')
    .map(([name, replace]) => [name, moment, replace] as const),
);

test.for(moments)(
  'a player plays on a page that makes the replacements %s %s it loads the host script',
  async ([, moment, replace], { contexts, browser, scripts }) => {
    const context = await contexts.open(browser);
    for (const [name, source] of scripts) {
      const all = touchedBy(source);
      const touched: Touched = {
        globals: all.globals.filter((global) => !FIXED.test(global) && !LEFT.has(global)),
        methods: all.methods.filter((method) => !FIXED.test(method) && !LEFT.has(method)),
      };
      expect(touched.methods).toContain('map');
      const page = await context.newPage();
      const replacement = `(${replace.toString()})(${JSON.stringify(touched)})`;
      await page.route('**/*', (route) => {
        const { pathname, origin } = new URL(route.request().url());
        if (origin === PLAYER) return route.fulfill({ contentType: 'text/html', body: EMBED });
        return pathname === '/'
          ? route.fulfill({ contentType: 'text/html', body: hostPage(name, replacement, moment) })
          : route.fulfill({ contentType: 'text/javascript', body: source });
      });
      await page.goto(PAGE);
      await expect.poll(() => page.title(), { message: name }).not.toBe('waits');
      expect([name, await page.title()]).toEqual([name, 'plays']);
      await page.close();
    }
  },
);
