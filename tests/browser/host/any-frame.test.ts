import { expect, onTestFinished, test, vi } from 'vitest';
import { HostFrame } from '../../../src/host/frame/host-frame.ts';
import {
  allHeard,
  commandsOf,
  container,
  createHostPlayer,
  embedFrame,
  eventually,
  fakePlayerOf,
  hostEnvironment,
  openWindow,
  readyPlayer,
} from './support.ts';

/** Frames that move, navigate, are held back, or are in a separate document. */

const ADDRESS = () => new URL('/tests/browser/host/fake-embed.html?enablejsapi=1', location.href).href;

test('commands that are sent right after the frame was moved wait for its new document', async () => {
  const frame = embedFrame();
  const player = await readyPlayer(frame);
  await allHeard(frame, player);
  const modal = container();
  modal.append(frame);
  player.mute().seekTo(4, true).playVideo();
  await eventually(() => expect(commandsOf(frame)).toEqual(['mute', 'seekTo', 'playVideo']));
});

test('while the frame is out of the page the state is unstarted, and commands wait for its return', async () => {
  const frame = embedFrame();
  const player = await readyPlayer(frame);
  fakePlayerOf(frame).goTo(1);
  await eventually(() => expect(player.getPlayerState()).toBe(1));
  frame.remove();
  expect(player.getPlayerState()).toBe(-1);
  player.mute();
  player.seekTo(4, true);
  container().append(frame);
  player.playVideo();
  await eventually(() => expect(commandsOf(frame)).toEqual(['mute', 'seekTo', 'playVideo']));
});

test.each<[string, (frame: HTMLIFrameElement) => void]>([
  ['another address', (frame) => (frame.src = `${ADDRESS()}&start=3`)],
  ['the same address again', (frame) => (frame.src = ADDRESS())],
  ['another address by its attribute', (frame) => frame.setAttribute('src', `${ADDRESS()}&start=3`)],
  ['first one address and then another', (frame) => ((frame.src = `${ADDRESS()}&start=1`), (frame.src = ADDRESS()))],
])('commands that are sent right after a navigation to %s wait for its document', async (_, navigate) => {
  const frame = embedFrame();
  const player = await readyPlayer(frame);
  await allHeard(frame, player);
  const before = frame.contentDocument;
  navigate(frame);
  player.mute().playVideo();
  await eventually(() => {
    expect(frame.contentDocument).not.toBe(before);
    expect(commandsOf(frame)).toEqual(['mute', 'playVideo']);
  });
});

test.each<[string, () => object]>([
  ['does nothing', () => ({ observe: () => undefined, takeRecords: () => undefined, disconnect: () => undefined })],
  [
    'cannot be constructed',
    () => {
      throw new TypeError('not supported');
    },
  ],
])(
  'in a page whose MutationObserver %s, commands wait until a player is ready, and again after its frame navigates',
  async (_, make) => {
    vi.stubGlobal('MutationObserver', function Replaced() {
      return make();
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const onReady = vi.fn();
    const frame = embedFrame();
    const player = createHostPlayer(frame, { events: { onReady } });
    player.mute();
    await eventually(() => expect(commandsOf(frame)).toEqual(['mute']));
    frame.src = `${ADDRESS()}&start=3`;
    player.playVideo();
    await eventually(() => expect(onReady).toHaveBeenCalledTimes(2));
    await eventually(() => expect(commandsOf(frame)).toEqual(['playVideo']));
  },
);

test('a player receives messages from a frame that the page sandboxes after it has loaded', async () => {
  const frame = embedFrame();
  const player = await readyPlayer(frame);
  frame.setAttribute('sandbox', 'allow-scripts');
  fakePlayerOf(frame).goTo(1);
  await eventually(() => expect(player.getPlayerState()).toBe(1));
});

test('commands after the “unloading” message of a frame that reloads itself wait for its new document', async () => {
  const frame = embedFrame();
  const player = await readyPlayer(frame);
  await allHeard(frame, player);
  const before = frame.contentDocument;
  const farewell = new Promise<void>((resolve) => {
    addEventListener('message', ({ data }) => String(data).includes('"unloading"') && resolve());
  });
  frame.contentWindow?.location.reload();
  await farewell;
  player.playVideo();
  await eventually(() => {
    expect(frame.contentDocument).not.toBe(before);
    expect(commandsOf(frame)).toEqual(['playVideo']);
  });
});

test.each([
  ['without an address', ''],
  ['with an empty page', ' src="about:blank"'],
  ['with a page of the consent manager', ' src="/nothing-here"'],
])('a frame held back %s causes no warning, and becomes ready once its address is set', async (_, source) => {
  const lines = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  onTestFinished(() => lines.mockRestore());
  const html = `<iframe data-src="${location.origin}/embed/orieldemo01?enablejsapi=1"${source}></iframe>`;
  const frame = container(html).firstElementChild as HTMLIFrameElement;
  const onError = vi.fn();
  const onReady = vi.fn();
  const player = createHostPlayer(frame, { events: { onError, onReady } });
  player.playVideo();
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  expect([onError.mock.calls, lines.mock.calls]).toEqual([[], []]);
  delete frame.dataset['src'];
  frame.src = ADDRESS();
  await eventually(() => expect(onReady).toHaveBeenCalledOnce());
  await eventually(() => expect(commandsOf(frame)).toEqual(['playVideo']));
});

test.each([
  'data-src="https://www.youtube.com/embed/orieldemo01"',
  'data-permalink="https://shop.example/v/123"',
  'data-url="//x.example/e/2026/" data-lazy-src="/embed/orieldemo02"',
])('a frame with the address of a player is controlled whatever its attribute %s says', async (attribute) => {
  const frame = container(`<iframe src="${ADDRESS()}" ${attribute}></iframe>`).firstElementChild as HTMLIFrameElement;
  const player = await readyPlayer(frame);
  player.playVideo();
  await eventually(() => expect(commandsOf(frame)).toEqual(['playVideo']));
});

test.each<[string, boolean]>([
  ['src="embed/orieldemo01"', false],
  ['src="../e/orieldemo01?autoplay=1"', false],
  ['src="https://v.example/player/v/orieldemo01/"', false],
  ['src="https://v.example/embed?list=PLorieldemolist001"', false],
  ['src="https://v.example/clip?enablejsapi=1"', false],
  ['', true],
  ['src=""', true],
  ['src=" "', true],
  ['src="about:blank"', true],
  ['src="javascript:false"', true],
  ['src="data:text/html,/embed/orieldemo01"', true],
  ['src="https://consent.example/?for=/embed/orieldemo01"', true],
  ['src="https://v.example/embed/orieldemo01" srcdoc=""', true],
])('`isHeldBack` of <iframe %s> is %s', (attributes, expected) => {
  const template = document.createElement('template');
  template.innerHTML = `<iframe ${attributes}></iframe>`;
  const frame = document.importNode(template.content, true).firstElementChild as HTMLIFrameElement;
  expect(new HostFrame(frame, {}, 1, hostEnvironment()).isHeldBack).toBe(expected);
});

test('a frame with the address of a player is held back while its page is prerendered, and counts as a future player', () => {
  const prerendering = vi.spyOn(document, 'prerendering' as never, 'get').mockReturnValue(true as never);
  onTestFinished(() => prerendering.mockRestore());
  const frame = container('<iframe src="https://v.example/embed/orieldemo01"></iframe>').firstElementChild;
  const { isHeldBack, isPromised } = new HostFrame(frame as HTMLIFrameElement, {}, 1, hostEnvironment());
  expect([isHeldBack, isPromised]).toEqual([true, true]);
});

test.each(['before', 'after'])(
  'a frame without an address that a script navigates %s the player is made becomes ready',
  async (moment) => {
    const frame = container('<iframe data-src="/embed/orieldemo01"></iframe>').firstElementChild as HTMLIFrameElement;
    const navigate = (): void => frame.contentWindow?.location.replace(ADDRESS());
    if (moment === 'before') {
      navigate();
      await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    }
    const ready = readyPlayer(frame);
    if (moment === 'after') navigate();
    const player = await ready;
    player.playVideo();
    await eventually(() => expect(commandsOf(frame)).toEqual(['playVideo']));
  },
);

test('a facade in srcdoc gets no messages, and its player becomes ready once the viewer has pressed it', async () => {
  const frame = document.createElement('iframe');
  frame.src = ADDRESS();
  frame.srcdoc = `<a href="${ADDRESS()}">Play</a>`;
  container().append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  const posted: unknown[] = [];
  frame.contentWindow?.addEventListener('message', ({ data }) => posted.push(data));
  const ready = readyPlayer(frame);
  frame.contentWindow?.postMessage('the last');
  await eventually(() => expect(posted).toEqual(['the last']));
  frame.contentDocument?.querySelector('a')?.click();
  await ready;
});

test('a frame in a child document is controlled by the script of the page', async () => {
  const canvas = container('<iframe></iframe>').firstElementChild as HTMLIFrameElement;
  const { contentDocument } = canvas;
  if (contentDocument === null) throw new Error('the frame has no document');
  const adopted = await readyPlayer(embedFrame('', contentDocument.body));
  adopted.playVideo();
  const frame = adopted.getIframe() as HTMLIFrameElement;
  await eventually(() => expect(commandsOf(frame)).toEqual(['playVideo']));
  expect(adopted.getDuration()).toBe(20.02);
});

test('a player in a child document is unstarted once the document is removed, even if the page had rewritten it', async () => {
  const environment = hostEnvironment();
  createHostPlayer(embedFrame(), {}, environment);
  const canvas = container('<iframe></iframe>').firstElementChild as HTMLIFrameElement;
  const child = canvas.contentDocument as Document;
  createHostPlayer(embedFrame('', child.body), {}, environment);
  child.open();
  child.write('<!doctype html><title>Anew</title><p>');
  child.close();
  const frame = embedFrame('', child.body);
  const [onReady, onStateChange] = [vi.fn(), vi.fn()];
  const player = createHostPlayer(frame, { events: { onReady, onStateChange } }, environment);
  await eventually(() => expect(onReady).toHaveBeenCalledOnce());
  fakePlayerOf(frame).goTo(1);
  await eventually(() => expect(onStateChange).toHaveBeenLastCalledWith({ target: player, data: 1 }));
  canvas.remove();
  await eventually(() => expect(onStateChange).toHaveBeenLastCalledWith({ target: player, data: -1 }));
});

test('a frame that is moved into a popup and back is controlled in both documents', async () => {
  const frame = embedFrame();
  const player = await readyPlayer(frame);
  const { body } = openWindow().document;
  for (const place of [body, container()]) {
    place.append(frame);
    player.mute().playVideo();
    await eventually(() => expect(commandsOf(frame)).toEqual(['mute', 'playVideo']));
  }
});

test('a player in a popup is controlled by its page, is unstarted once the popup closes, and can move into the page', async () => {
  const popup = openWindow();
  const frame = embedFrame('', popup.document.body);
  const onStateChange = vi.fn();
  const player = await readyPlayer(frame, { events: { onStateChange } });
  player.playVideo();
  await eventually(() => expect(commandsOf(frame)).toEqual(['playVideo']));
  expect(player.getDuration()).toBe(20.02);
  fakePlayerOf(frame).goTo(1);
  await eventually(() => expect(player.getPlayerState()).toBe(1));
  popup.close();
  await eventually(() => expect(frame.contentWindow).toBeNull());
  expect(player.getPlayerState()).toBe(-1);
  expect(onStateChange).toHaveBeenLastCalledWith({ target: player, data: -1 });
  player.pauseVideo().seekTo(3, true);
  container().append(frame);
  await eventually(() => expect(commandsOf(frame)).toEqual(['pauseVideo', 'seekTo']));
});
