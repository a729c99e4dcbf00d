// @module-tag thorough
import type { BrowserContext, Page } from 'playwright';
import { bundleScript } from './support/bundle.ts';
import { test, type Product } from '../support/test.ts';

/**
 * Unmodified npm packages that other sites use. Requests to the addresses written in them are served by the product's server, as
 * for a site that has moved to it.
 */

interface Client {
  readonly name: string;
  /** Puts a player into `#root`, and its commands into `window.player`. */
  readonly source: string;
  /** Whether the package shows a picture until a press loads the frame, and has no commands. */
  readonly isFacade?: boolean;
}

interface ClientPage extends Window {
  player?: Record<'play' | 'pause' | 'seek' | 'time' | 'remove', (seconds?: number) => unknown>;
  seen: string[];
}

const CLIENTS: readonly Client[] = [
  {
    name: 'vue3-youtube',
    source: `
      import { createApp, h } from 'vue';
      import YouTube from 'vue3-youtube';
      const note = (name) => () => seen.push(name);
      const app = createApp({
        render: () => h(YouTube, {
          ref: 'player', src: 'orieldemo01',
          onReady: note('ready'), onStateChange: ({ data }) => seen.push(String(data)), onError: note('error'),
        }),
      });
      const { player: component } = app.mount('#root').$refs;
      window.player = {
        play: () => component.playVideo(), pause: () => component.pauseVideo(),
        seek: (seconds) => component.seekTo(seconds, true), time: () => component.getCurrentTime(),
        remove: () => app.unmount(),
      };`,
  },
  {
    name: '@vue-youtube/core',
    source: `
      import { createApp, h, ref } from 'vue';
      import { createManager, usePlayer } from '@vue-youtube/core';
      let api;
      const app = createApp({
        setup() {
          const target = ref();
          api = usePlayer('orieldemo01', target);
          api.onReady(() => seen.push('ready'));
          api.onStateChange(({ data }) => seen.push(String(data)));
          api.onError(() => seen.push('error'));
          return () => h('div', { ref: target });
        },
      });
      app.use(createManager());
      app.mount('#root');
      window.player = {
        play: () => api.instance.value.playVideo(), pause: () => api.instance.value.pauseVideo(),
        seek: (seconds) => api.instance.value.seekTo(seconds, true), time: () => api.instance.value.getCurrentTime(),
        remove: () => app.unmount(),
      };`,
  },
  {
    name: 'youtube-background',
    source: `
      import { VideoBackgrounds } from 'youtube-background';
      root.dataset.vbg = 'youtu.be/orieldemo01';
      root.style.height = '300px';
      root.addEventListener('video-background-ready', () => seen.push('ready'));
      root.addEventListener('video-background-play', () => seen.push('1'));
      root.addEventListener('video-background-pause', () => seen.push('2'));
      const all = new VideoBackgrounds('[data-vbg]');
      const one = () => all.get(root);
      window.player = {
        play: () => one().play(), pause: () => one().pause(),
        seek: (seconds) => one().seekTo(seconds), time: () => one().player.getCurrentTime(),
        remove: () => all.destroy(root),
      };`,
  },
  {
    name: 'yt-player',
    source: `
      import Player from 'yt-player';
      const client = new Player('#root');
      const states = { playing: '1', paused: '2', ended: '0' };
      for (const name of Object.keys(states)) client.on(name, () => seen.push(states[name]));
      client.on('cued', () => seen.push('ready'));
      client.on('error', () => seen.push('error'));
      client.load('orieldemo01');
      window.player = {
        play: () => client.play(), pause: () => client.pause(),
        seek: (seconds) => client.seek(seconds), time: () => client.getCurrentTime(),
        remove: () => client.destroy(),
      };`,
  },
  {
    name: 'mediaelement',
    source: `
      import 'mediaelement/full';
      root.innerHTML = '<video id="video" width="640" height="360"><source type="video/youtube" src="/watch?v=orieldemo01"></video>';
      new window.MediaElement('video', {
        success(media) {
          for (const [name, state] of [['canplay', 'ready'], ['playing', '1'], ['pause', '2'], ['ended', '0'], ['error', 'error']])
            media.addEventListener(name, () => seen.push(state));
          window.player = {
            play: () => media.play(), pause: () => media.pause(),
            seek: (seconds) => media.setCurrentTime(seconds), time: () => media.getCurrentTime(),
            remove: () => media.destroy?.() ?? media.youTubeApi.destroy(),
          };
        },
      });`,
  },
  {
    name: 'vlitejs',
    source: `
      import Vlitejs from 'vlitejs';
      import provider from 'vlitejs/providers/youtube';
      Vlitejs.registerProvider('youtube', provider);
      root.innerHTML = '<div id="video" data-youtube-id="orieldemo01"></div>';
      const client = new Vlitejs('#video', {
        provider: 'youtube',
        onReady(player) {
          seen.push('ready');
          player.on('play', () => seen.push('1'));
          player.on('pause', () => seen.push('2'));
          player.on('ended', () => seen.push('0'));
          window.player = {
            play: () => player.play(), pause: () => player.pause(),
            seek: (seconds) => player.seekTo(seconds), time: () => player.getCurrentTime(),
            remove: () => client.destroy(),
          };
        },
      });`,
  },
  {
    name: 'react-lite-youtube-embed',
    isFacade: true,
    source: `
      import { createRoot } from 'react-dom/client';
      import YouTube from 'react-lite-youtube-embed';
      createRoot(root).render(
        <YouTube id="orieldemo01" title="Four small worlds" cookie enableJsApi muted autoplay
          onReady={() => seen.push('ready')} onPlay={() => seen.push('1')} onPause={() => seen.push('2')} />);`,
  },
  {
    name: '@justinribeiro/lite-youtube',
    isFacade: true,
    source: `
      import '@justinribeiro/lite-youtube';
      root.innerHTML = '<lite-youtube videoid="orieldemo01" videotitle="Four small worlds" params="mute=1"></lite-youtube>';`,
  },
];

/** Serves requests to other servers from the product's server, at the same path. */
async function replyElsewhere(context: BrowserContext, { playerOrigin }: Pick<Product, 'playerOrigin'>): Promise<void> {
  const isElsewhere = ({ hostname }: URL): boolean => hostname.includes('.') && !/^[\d.]+$/.test(hostname);
  await context.route(isElsewhere, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: playerOrigin + pathname + search }) });
  });
}

const seen = (page: Page) => page.evaluate(() => (window as unknown as ClientPage).seen);
const call = (page: Page, name: 'play' | 'pause' | 'seek' | 'time' | 'remove', seconds?: number) =>
  page.evaluate(([method, at]) => (window as unknown as ClientPage).player?.[method](at), [name, seconds] as const);

test.for(CLIENTS.map((client) => [client.name, client] as const))(
  'the unmodified npm package %s plays a video, and the commands that it has work [H1]',
  async ([, { source, isFacade = false }], { product, site, expect }) => {
    const { page, context, problems } = await product.openPage();
    await replyElsewhere(context, product);
    const script = await bundleScript(`window.seen = []; const root = document.getElementById('root');\n${source}`);
    await page.goto(
      site.page(
        `<!doctype html><title>Host</title><link rel="icon" href="data:,"><div id="root"></div><script>${script}</script>`,
      ),
    );
    if (isFacade) {
      await page.locator('lite-youtube, .lty-playbtn').first().click();
      const frame = await (await page.waitForSelector('iframe')).contentFrame();
      await frame?.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
    } else {
      await expect.poll(() => seen(page)).toContain('ready');
      await call(page, 'play');
      await expect.poll(() => seen(page)).toContain('1');
      await expect.poll(() => call(page, 'time')).toBeGreaterThan(0.2);
      await call(page, 'seek', 20);
      await expect.poll(() => call(page, 'time')).toBeGreaterThan(19);
      await call(page, 'pause');
      await expect.poll(() => seen(page)).toContain('2');
      await call(page, 'remove');
      await expect.poll(() => page.locator('iframe').count()).toBe(0);
    }
    const words = await seen(page);
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    expect(problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([]);
    expect(words).not.toContain('error');
  },
);
