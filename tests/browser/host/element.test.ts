import { expect, onTestFinished, test, vi } from 'vitest';
import type { HostEnvironment } from '../../../src/host/environment.ts';
import {
  commandsOf,
  container,
  createHostPlayer,
  embedFrame,
  eventually,
  hostEnvironment,
  readyPlayer,
} from './support.ts';

test('an element becomes a frame that keeps its attributes, and is restored on destroy', () => {
  const box = container('<p>before</p><div id="spot" class="wide" data-x="1" title="Video" style="color: red"></div>');
  const spot = box.querySelector('#spot');
  const player = createHostPlayer('spot', { videoId: 'orieldemo01' });
  const frame = box.querySelector('iframe');
  expect(frame).toBe(player.getIframe());
  expect(frame?.id).toBe('spot');
  expect(frame?.className).toBe('wide');
  expect(frame?.dataset['x']).toBe('1');
  expect(frame?.title).toBe('Video');
  expect(frame?.style.color).toBe('red');
  expect([frame?.width, frame?.height]).toEqual(['640', '360']);
  expect(frame?.allow).toContain('autoplay');
  expect(frame?.allowFullscreen).toBe(true);
  expect(frame?.referrerPolicy).toBe('strict-origin-when-cross-origin');
  player.destroy();
  expect(box.querySelector('iframe')).toBeNull();
  expect(box.querySelector('#spot')).toBe(spot);
});

test('attributes with code and markup are not copied', () => {
  const box = container('<div id="spot" onclick="window.clicked = true" srcdoc="&lt;b&gt;"></div>');
  const frame = createHostPlayer(box.firstElementChild).getIframe();
  expect(frame?.hasAttribute('onclick')).toBe(false);
  expect(frame?.hasAttribute('srcdoc')).toBe(false);
});

test('the address of a new frame contains the page’s options and the protocol’s parameters', () => {
  const box = container('<div></div>');
  const player = createHostPlayer(box.firstElementChild, {
    videoId: 'orieldemo01',
    host: 'http://player.example/path',
    width: '100%',
    height: 200,
    playerVars: { autoplay: 1, controls: 0, start: undefined, end: null, hl: 'de', origin: 'https://wrong.example' },
  });
  const address = new URL(player.getIframe()?.src ?? '');
  expect(address.origin + address.pathname).toBe('http://player.example/embed/orieldemo01');
  const parameters = Object.fromEntries(address.searchParams);
  expect(parameters).toMatchObject({ autoplay: '1', controls: '0', hl: 'de', enablejsapi: '1' });
  expect(parameters['origin']).toBe(window.location.origin);
  expect(parameters['widgetid']).toMatch(/^\d+$/);
  expect(parameters).not.toHaveProperty('start');
  expect(parameters).not.toHaveProperty('end');
  expect([player.getIframe()?.width, player.getIframe()?.height]).toEqual(['100%', '200']);
});

test('without a host the frame comes from the script’s origin', () => {
  const environment = hostEnvironment({ defaultHost: 'https://player.example:8443' });
  const player = createHostPlayer(container('<div></div>').firstElementChild, {}, environment);
  expect(new URL(player.getIframe()?.src ?? '').origin).toBe('https://player.example:8443');
});

test.each([true, false])(
  'with the option geolocation: %s the frame and the embed code delegate geolocation, or not',
  (geolocation) => {
    const player = createHostPlayer(container('<div></div>').firstElementChild, { geolocation });
    const permission = /(^|; )geolocation($|;)/;
    expect(permission.test(player.getIframe()?.allow ?? '')).toBe(geolocation);
    expect(/allow="[^"]*; geolocation"/.test(player.getVideoEmbedCode())).toBe(geolocation);
  },
);

test('a missing target throws a helpful error', () => {
  expect(() => createHostPlayer(null)).toThrow(/element/);
  expect(() => createHostPlayer('')).toThrow(/element/);
});

test('an unknown element id is reported by one line in the console, and by one error to early and late listeners', async () => {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => lines.mockRestore());
  const early = vi.fn();
  const late = vi.fn();
  const player = createHostPlayer('nowhere', { events: { onError: early } });
  expect(player.playVideo().getPlayerState()).toBe(-1);
  await eventually(() => expect(early).toHaveBeenCalledExactlyOnceWith({ target: player, data: 2 }));
  player.addEventListener('onError', late);
  await eventually(() => expect(late).toHaveBeenCalledExactlyOnceWith({ target: player, data: 2 }));
  expect([early.mock.calls.length, lines.mock.calls]).toEqual([1, [["Oriel: no element has the id 'nowhere'"]]]);
});

test('a player made before its element is parsed keeps listeners and commands for it', async () => {
  const { environment, document } = parsingPage();
  const onReady = vi.fn();
  const player = createHostPlayer('late', { events: { onReady } }, environment);
  player.playVideo().seekTo(4, true).setSize(300, 200);
  expect([player.getPlayerState(), player.getDuration(), player.getIframe()]).toEqual([-1, 0, undefined]);
  document.write(`<iframe id="late" src="${new URL(embedFrame().src).href}"></iframe>`);
  document.close();
  await eventually(() => expect(onReady).toHaveBeenCalledOnce());
  const frame = player.getIframe() as HTMLIFrameElement;
  await eventually(() => expect(commandsOf(frame)).toEqual(['playVideo', 'seekTo']));
  expect([frame.width, frame.height]).toEqual(['300', '200']);
});

/** A page of the same origin whose HTML is still being parsed. */
function parsingPage(): { environment: HostEnvironment; document: Document } {
  const frame = container('<iframe></iframe>').firstElementChild as HTMLIFrameElement;
  const { contentWindow: page, contentDocument: document } = frame;
  if (page === null || document === null) throw new Error('the frame has no page');
  document.open();
  document.write('<!doctype html><title>Parsing</title>');
  const parsing = page as Window & typeof globalThis;
  return { environment: hostEnvironment({ window: parsing }), document };
}

test('destroy is safe at any moment, twice, and with the frame already removed', async () => {
  const early = createHostPlayer(container('<div></div>').firstElementChild);
  early.destroy();
  early.destroy();
  expect(early.playVideo()).toBe(early);
  const frame = embedFrame();
  const player = await readyPlayer(frame);
  frame.remove();
  player.destroy();
  player.destroy();
  expect(player.seekTo(3).getDuration()).toBe(20.02);
});

test('creating a player again on the same element creates a new one, as frameworks do on every mount', () => {
  const box = container('<div id="spot"></div>');
  for (let round = 0; round < 5; round += 1) {
    const player = createHostPlayer('spot', { videoId: 'orieldemo01' });
    expect(box.querySelectorAll('iframe')).toHaveLength(1);
    player.destroy();
    expect(box.innerHTML).toBe('<div id="spot"></div>');
  }
});

test('one message listener serves all players and is removed with the last; removed frames are released', () => {
  const add = vi.spyOn(window, 'addEventListener');
  const remove = vi.spyOn(window, 'removeEventListener');
  const count = (spy: { mock: { calls: unknown[][] } }) => spy.mock.calls.filter(([name]) => name === 'message').length;
  const environment = hostEnvironment();
  const box = container('<div></div><div></div><div></div>');
  const players = [...box.children].map((element) => createHostPlayer(element, {}, environment));
  expect(count(add)).toBe(1);
  const abandoned = players[0]?.getIframe();
  abandoned?.remove();
  window.dispatchEvent(new MessageEvent('message'));
  const last = createHostPlayer(container('<div></div>').firstElementChild, {}, environment);
  expect(environment.registry.find(abandoned?.id ?? '')).toBeUndefined();
  for (const player of [...players, last]) player.destroy();
  expect(count(remove)).toBe(count(add));
  vi.restoreAllMocks();
});

test('the title follows the video unless the page set one', async () => {
  const followed = embedFrame();
  await readyPlayer(followed);
  expect(followed.title).toBe('Four small worlds');
  const named = embedFrame();
  named.title = 'Our video';
  await readyPlayer(named, { title: 'Our video' });
  expect(named.title).toBe('Our video');
});

test('every read has a value before the frame’s first message [C4]', () => {
  const player = createHostPlayer(container('<div></div>').firstElementChild, { playerVars: { mute: 1 } });
  expect(player.getPlayerState()).toBe(-1);
  expect(player.getCurrentTime()).toBe(0);
  expect(player.isMuted()).toBe(true);
  expect(player.getOptions()).toEqual([]);
  expect(player.getOption('captions', 'track')).toBeUndefined();
  expect(player.getPlaylist()).toBeNull();
  expect(player.isVideoInfoVisible()).toBe(false);
  expect(player.getVideoEmbedCode()).toContain('<iframe ');
  expect(player.getSize()).toEqual({ width: 640, height: 360 });
});

test('frames and players with a replaced host use the default host instead', () => {
  const environment = hostEnvironment({
    defaultHost: 'https://player.example',
    replacedHosts: new Set(['https://www.other.example']),
  });
  const box = container(
    '<iframe src="https://www.other.example/embed/orieldemo01?enablejsapi=1&amp;start=3"></iframe>',
  );
  const adopted = createHostPlayer(box.firstElementChild, {}, environment).getIframe();
  expect(adopted?.src).toMatch(/^https:\/\/player\.example\/embed\/orieldemo01\?enablejsapi=1&start=3&/);
  const host = 'https://www.other.example';
  const made = createHostPlayer(container('<div></div>').firstElementChild, { host }, environment).getIframe();
  expect(new URL(made?.src ?? '').origin).toBe('https://player.example');
});

test('page-wide listeners get the events of every player, present and future', async () => {
  const environment = hostEnvironment();
  const heard = vi.fn();
  const before = createHostPlayer(embedFrame(), {}, environment);
  environment.registry.pageListeners.subscribe('player.onReady', heard);
  const after = createHostPlayer(embedFrame(), {}, environment);
  await eventually(() => expect(heard).toHaveBeenCalledTimes(2));
  expect(new Set(heard.mock.calls.map(([event]) => (event as { target: unknown }).target))).toEqual(
    new Set([before, after]),
  );
});
