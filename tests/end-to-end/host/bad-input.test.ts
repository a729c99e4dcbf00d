// @module-tag thorough
import { expect } from 'vitest';
import { test } from '../support/test.ts';
import { openHost, type HostPage } from './support/host-page.ts';

/** Mistakes of host pages of another origin: an error that their listeners or promises get, or nothing. */

/** Exceptions that reach the page, and promises that nothing has caught. */
const WATCH = `<script>
  for (const type of ['error', 'unhandledrejection']) addEventListener(type, ({ message, reason }) => note('uncaught')({ data: String(message ?? reason) }));
  /** Notes how a promise ends. */
  window.settled = (name, promise) => promise.then(() => note(name)({ data: 'done' }), ({ code }) => note(name)({ data: code }));
</script>`;

const page = (server: string, script: string): string => `${WATCH}<div id="box"></div>
  <script src="${server}/iframe_api"></script><script type="module">
    import { createPlayer } from '${server}/oriel.js';
    import '${server}/oriel-player.js';
    const place = () => box.appendChild(document.createElement('div'));
    ${script}
  </script>`;

async function expectNothingUncaught({ heard, problems }: HostPage): Promise<void> {
  expect(await heard('uncaught')).toEqual([]);
  expect(problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([]);
}

test.for([
  ['an empty page', () => 'about:blank'],
  ['a page without a player', (origin: string) => `${origin}/nothing-here`],
  ['a server that is not there', () => 'http://127.0.0.1:9/'],
] as const)(
  'a frame that goes to %s, before and after it was ready, ends every promise [H1]',
  async ([, target], { product, site }) => {
    const host = await openHost(
      product,
      site,
      page(
        product.playerOrigin,
        `const away = ${JSON.stringify(target(product.playerOrigin))};
      settled('early', createPlayer(place(), { videoId: 'orieldemo01', readyTimeoutMs: 8000 }));
      box.lastElementChild.src = away;
      const player = await createPlayer(place(), { videoId: 'orieldemo01', commandTimeoutMs: 2000 });
      const scripted = new YT.Player(player.frame);
      player.frame.src = away;
      settled('late', player.play());
      scripted.playVideo().seekTo(3);
      player.frame.addEventListener('load', () => settled('later', player.pause()));`,
      ),
    );
    await expect.poll(() => host.heard('early')).toEqual([expect.stringMatching(/unreachable|timeout/)]);
    await expect.poll(() => host.heard('late')).toEqual(['timeout']);
    await expect.poll(() => host.heard('later')).toContain('timeout');
    await expectNothingUncaught(host);
  },
);
