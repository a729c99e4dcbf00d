// @module-tag thorough
import { expect } from 'vitest';
import { test } from '../support/test.ts';
import { bundleScript } from './support/bundle.ts';
import { openHost, run } from './support/host-page.ts';

/** Players that pages keep, wrap and take apart, by each of our scripts, on a page of another origin. */

/** How a page keeps a player, as a function of its script. */
const KEEPERS: readonly (readonly [string, string])[] = [
  ['a plain proxy', 'const keep = (value) => new Proxy(value, { get: (...given) => Reflect.get(...given) });'],
  [
    "a Vue component's data",
    `import { createApp } from 'vue';
    const keep = (value) => {
      const app = createApp({ data: () => ({ player: null }), mounted() { this.player = value; }, render: () => null });
      return app.mount(document.createElement('div')).player;
    };`,
  ],
  [
    "Alpine's data",
    "import Alpine from 'alpinejs'; const keep = (value) => Alpine.reactive({ player: value }).player;",
  ],
  [
    'an object of its methods, taken off',
    `const keep = (value) => {
      const { play, pause, playVideo, pauseVideo, destroy, getCurrentTime, addEventListener, on } = value;
      return {
        play, pause, playVideo, pauseVideo, destroy, getCurrentTime, addEventListener, on,
        get info() { return value.info; }, get currentTime() { return value.currentTime; },
      };
    };`,
  ],
];

test.for(KEEPERS)('players of all scripts kept in %s play, tell and go [H1]', async ([, keep], { product, site }) => {
  const script = await bundleScript(`${keep} window.keep = keep;`);
  const { page, heard, problems } = await openHost(
    product,
    site,
    `<div id="scripted"></div><div id="promised"></div>
    <oriel-player video-id="orielmp4001" muted style="width: 300px"></oriel-player>
    <script>${script}</script><script src="${product.playerOrigin}/iframe_api"></script>
    <script type="module">
      import { createPlayer } from '${product.playerOrigin}/oriel.js';
      import '${product.playerOrigin}/oriel-player.js';
      window.scripted = keep(new YT.Player('scripted', { videoId: 'orieldemo01', playerVars: { mute: 1 }, width: 300, height: 170 }));
      scripted.addEventListener('onStateChange', note('scripted'));
      scripted.playVideo();
      window.element = keep(document.querySelector('oriel-player'));
      window.promised = keep(await createPlayer('#promised', { videoId: 'orieldemo01', parameters: { mute: 1 }, width: 300, height: 170 }));
      promised.on('statechange', ({ state }) => note('promised')({ data: state }));
      await promised.play();
      await element.play();
    </script>`,
  );
  await expect.poll(() => heard('scripted')).toContain(1);
  await expect.poll(() => heard('promised')).toContain('playing');
  await expect.poll(() => run<number>(page, 'scripted.getCurrentTime()')).toBeGreaterThan(0.2);
  await expect.poll(() => run<number>(page, 'promised.info.currentTime')).toBeGreaterThan(0.2);
  await expect.poll(() => run<number>(page, 'element.currentTime')).toBeGreaterThan(0.2);
  await run(page, 'scripted.pauseVideo(); promised.pause().then(() => element.pause())');
  await expect.poll(() => heard('scripted')).toContain(2);
  await expect.poll(() => heard('promised')).toContain('paused');
  await run(page, 'scripted.destroy(); promised.destroy()');
  expect(await page.locator('iframe').count()).toBe(1);
  expect(problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([]);
});
