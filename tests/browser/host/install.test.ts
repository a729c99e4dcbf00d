import { expect, onTestFinished, test, vi } from 'vitest';
import { installApi } from '../../../src/host/install-api.ts';
import { Registry } from '../../../src/host/player/registry.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { container } from './support.ts';

type Page = Window &
  typeof globalThis & {
    YT: Record<string, unknown> & {
      Player: new (target: unknown, options?: object) => { getIframe(): HTMLIFrameElement };
    };
    Oriel: Page['YT'];
    YTConfig?: Record<string, unknown>;
  } & Record<string, unknown>;

/** A separate page, so that globals of one test do not reach the next. */
function openPage(): Page {
  const frame = document.createElement('iframe');
  container().append(frame);
  onTestFinished(() => frame.remove());
  return frame.contentWindow as unknown as Page;
}

function install(page: Page, leavesYt = false) {
  const clock = createFakeClock();
  const before = new Set(Object.keys(page));
  installApi(
    {
      window: page,
      clock,
      defaultHost: 'https://player.example',
      basePath: '',
      registry: new Registry(page),
      replacedHosts: new Set(),
    },
    leavesYt,
  );
  return { clock, added: Object.keys(page).filter((name) => !before.has(name)) };
}

test('the host script defines only Oriel and YT [H1]', () => {
  const page = openPage();
  expect(install(page).added.toSorted()).toEqual(['Oriel', 'YT']);
  expect(page.YT['loaded']).toBe(1);
  expect(page.YT['loading']).toBe(1);
  expect(page.YT['PlayerState']).toEqual({ UNSTARTED: -1, ENDED: 0, PLAYING: 1, PAUSED: 2, BUFFERING: 3, CUED: 5 });
  expect(page.YT.Player).toBe(page.Oriel.Player);
  expect(page.YT.Player).toBeInstanceOf(Function);
});

test('a page whose YT is another copy of the script keeps that copy', () => {
  const page = openPage();
  page.YT = { loading: 1 } as unknown as Page['YT'];
  install(page);
  expect(page.YT).toEqual({ loading: 1 });
  expect(page.Oriel.Player).toBeInstanceOf(Function);
});

test('with another script for YT in the page, this script defines only Oriel and calls no YT callbacks', async () => {
  const page = openPage();
  const callback = vi.fn();
  page['onYouTubeIframeAPIReady'] = callback;
  const { clock, added } = install(page, true);
  install(page, true);
  await clock.advance(60_000);
  expect([added, callback.mock.calls]).toEqual([['Oriel'], []]);
});

test('a stub created by the page is filled, not replaced', () => {
  const page = openPage();
  const stub = { loading: 0, loaded: 0 } as unknown as Page['YT'];
  page.YT = stub;
  install(page);
  expect(page.YT).toBe(stub);
  expect(stub['loaded']).toBe(1);
});

test.each(['<div id="Oriel"></div><div id="YT"></div>', '<iframe id="YT"></iframe><iframe name="Oriel"></iframe>'])(
  'the script defines Oriel and YT although elements have these names: %s',
  (html) => {
    const page = openPage();
    page.document.body.innerHTML = html;
    install(page);
    expect([page.Oriel.Player, page.YT.Player]).toEqual([expect.any(Function), expect.any(Function)]);
    expect(page.YT).not.toBeInstanceOf((page as unknown as typeof globalThis).Node);
  },
);

test('the script keeps a page’s own global Oriel, warns in the console, and defines YT.Player', () => {
  const page = openPage();
  const own = { isOfThePage: true } as unknown as Page['Oriel'];
  page.Oriel = own;
  const warn = vi.spyOn((page as unknown as typeof globalThis).console, 'warn').mockImplementation(() => undefined);
  install(page);
  expect(page.Oriel).toBe(own);
  expect(page.YT.Player).toBeInstanceOf(Function);
  expect(warn).toHaveBeenCalledOnce();
});

test('ready callbacks are called once each, in order, after the script’s task', async () => {
  const page = openPage();
  const calls: string[] = [];
  for (const name of ['onYouTubePlayerAPIReady', 'onYouTubeIframeAPIReady', 'onYTReady'])
    page[name] = () => calls.push(name);
  const { clock } = install(page);
  expect(calls).toEqual([]);
  await clock.advance(60_000);
  expect(calls).toEqual(['onYTReady', 'onYouTubeIframeAPIReady', 'onYouTubePlayerAPIReady']);
  expect(clock.pendingCount()).toBe(0);
});

test('a ready callback that is defined late is called once', async () => {
  const page = openPage();
  const { clock } = install(page);
  await clock.advance(3_000);
  const callback = vi.fn();
  page['onYouTubeIframeAPIReady'] = callback;
  await clock.advance(60_000);
  expect(callback).toHaveBeenCalledTimes(1);
});

test('the host that YouTube’s own script leaves in YTConfig is not the default host', () => {
  const page = openPage();
  page.YTConfig = { host: 'https://www.youtube.com' };
  install(page);
  page.document.body.innerHTML = '<div id="one"></div>';
  expect(new URL(new page.YT.Player('one').getIframe().src).hostname).not.toContain('youtube');
});

test('options of setConfig are defaults for players; get finds a player by the id of its frame', () => {
  const page = openPage();
  install(page);
  (page.YT['setConfig'] as (config: object) => void)({ host: 'https://other.example' });
  page.document.body.innerHTML = '<div id="one"></div><div id="two"></div>';
  const one = new page.YT.Player('one');
  const two = new page.YT.Player('two', { host: 'https://third.example' });
  expect(new URL(one.getIframe().src).origin).toBe('https://other.example');
  expect(new URL(two.getIframe().src).origin).toBe('https://third.example');
  expect((page.YT['get'] as (id: string) => unknown)('one')).toBe(one);
  expect((page.YT['get'] as (id: string) => unknown)('three')).toBeUndefined();
});

test('scan creates players in the elements that a page has marked', () => {
  const page = openPage();
  install(page);
  page.document.body.innerHTML = '<div class="yt-player" data-videoid="orieldemo01" id="marked"></div>';
  (page.YT['scan'] as () => void)();
  const frame = page.document.getElementById('marked') as HTMLIFrameElement | null;
  expect(new URL(frame?.src ?? '').pathname).toBe('/embed/orieldemo01');
});
