// @module-tag thorough
import { expect } from 'vitest';
import { test } from '../support/test.ts';
import { openHost, run, type HostPage } from './support/host-page.ts';

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
  ['an unknown id', 'nosuchvideo', 100],
  ['an id of another form', 'nonsense', 2],
  ['markup for an id', '"><img src=x onerror=alert(1)>', 2],
] as const)('%s is an error of each script, and no exception [H4, H5]', async ([, id, code], { product, site }) => {
  const host = await openHost(
    product,
    site,
    page(
      product.playerOrigin,
      `const id = ${JSON.stringify(id).replaceAll('<', '\\x3c')};
      new YT.Player(place(), { videoId: id, events: { onError: note('scripted') } }).playVideo();
      const element = Object.assign(document.createElement('oriel-player'), { videoId: id });
      element.addEventListener('error', ({ detail }) => note('element')({ data: detail.code }));
      box.append(element);
      const player = await createPlayer(place(), { videoId: id });
      player.on('error', ({ code }) => note('promised')({ data: code }));
      settled('play', player.play());`,
    ),
  );
  await expect.poll(() => host.heard('scripted')).toContain(code);
  await expect.poll(() => host.heard('promised')).toContain(code);
  await expect.poll(() => host.heard('play')).toEqual([expect.stringMatching(/playback|refused/)]);
  // The element takes an id of another form for none, and says so in the console.
  if (code === 100) await expect.poll(() => host.heard('element')).toContain(code);
  await expectNothingUncaught(host);
});

test('elements and frames that the page removes before they are ready leave no promise pending and no exception [H1]', async ({
  product,
  site,
}) => {
  const host = await openHost(
    product,
    site,
    page(
      product.playerOrigin,
      `const scripted = new YT.Player(place(), { videoId: 'orieldemo01' });
      scripted.playVideo();
      settled('eager', createPlayer(place(), { videoId: 'orieldemo01' }));
      settled('lazy', createPlayer(place(), { videoId: 'orieldemo01', loading: 'lazy' }));
      const element = Object.assign(document.createElement('oriel-player'), { videoId: 'orieldemo01' });
      box.append(element);
      settled('element', element.play());
      for (const frame of document.querySelectorAll('iframe')) frame.remove();
      element.remove();
      scripted.seekTo(3).destroy();
      scripted.destroy();`,
    ),
  );
  await expect.poll(() => host.heard('eager')).toEqual(['destroyed']);
  await expect.poll(() => host.heard('lazy')).toEqual(['destroyed']);
  await expect.poll(() => host.heard('element')).toEqual(['aborted']);
  expect(await host.page.locator('iframe').count()).toBe(0);
  await expectNothingUncaught(host);
});

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

test('players that are destroyed twice, at any time, do nothing after that, and reject what is asked [H1]', async ({
  product,
  site,
}) => {
  const host = await openHost(
    product,
    site,
    page(
      product.playerOrigin,
      `const early = new YT.Player(place(), { videoId: 'orieldemo01', events: { onReady: note('early ready') } });
      early.destroy();
      early.destroy();
      const scripted = new YT.Player(place(), { videoId: 'orieldemo01', events: { onReady() {
        scripted.destroy();
        scripted.destroy();
        scripted.playVideo().seekTo(3).addEventListener('onStateChange', note('state'));
        note('reads')({ data: [scripted.getPlayerState(), typeof scripted.getDuration(), scripted.getVideoEmbedCode()] });
      } } });
      const player = await createPlayer(place(), { videoId: 'orieldemo01' });
      settled('pending', player.play());
      player.destroy();
      player.destroy();
      settled('after', player.play());
      for await (const state of player.states()) note('states')({ data: state });
      note('end')();`,
    ),
  );
  await expect.poll(() => host.heard('pending')).toEqual(['destroyed']);
  await expect.poll(() => host.heard('after')).toEqual(['destroyed']);
  await expect.poll(() => host.heard('end')).toHaveLength(1);
  await expect.poll(() => host.heard('reads')).toHaveLength(1);
  expect([await host.heard('early ready'), await host.heard('state')]).toEqual([[], []]);
  expect(await run(host.page, `document.querySelectorAll('iframe').length`)).toBe(0);
  expect(await run(host.page, `box.children.length`)).toBe(3);
  await expectNothingUncaught(host);
});
