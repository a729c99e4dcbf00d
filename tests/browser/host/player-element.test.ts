import { expect, onTestFinished, test, vi } from 'vitest';
import { makeCreatePlayer } from '../../../src/host/client/create-player.ts';
import type { CreatePlayer, CreatePlayerOptions } from '../../../src/host/client/types.ts';
import { makePlayerElement } from '../../../src/host/element/oriel-player-element.ts';
import type { OrielPlayerElement, OrielPlayerEvents } from '../../../src/host/element/types.ts';
import { Registry } from '../../../src/host/player/registry.ts';
import { commandsOf, container, embedFrame, eventually, fakePlayerOf, hostEnvironment, openWindow } from './support.ts';

/** The element over a fake embed page: what it does with attributes, properties, its place in the page, and its player. */

let defined = 0;

interface Made {
  readonly tag: string;
  readonly define: () => void;
  /** The options of every frame. */
  readonly made: CreatePlayerOptions[];
  readonly warnings: string[];
  readonly asked: string[];
}

function setUp({ query = '', defineNow = true, fails = false } = {}): Made {
  const tag = `oriel-player-${(defined += 1)}`;
  const registry = new Registry(window, () => `element-${Math.random()}`);
  const create = makeCreatePlayer(hostEnvironment({ registry }));
  const made: CreatePlayerOptions[] = [];
  const warnings: string[] = [];
  const asked: string[] = [];
  const createPlayer: CreatePlayer = (target, options = {}) => {
    made.push(options);
    const spot = target as Element;
    const frame = fails ? document.createElement('iframe') : embedFrame(query, spot.parentNode ?? undefined);
    frame.setAttribute('part', 'frame');
    spot.replaceWith(frame);
    if (fails) return Promise.reject(Object.assign(new Error('no player'), { code: 'unreachable' }));
    const { signal } = options;
    return create(frame, signal === undefined ? {} : { signal });
  };
  const dependencies = {
    createPlayer,
    fetch: (address: unknown) => {
      asked.push(String(address));
      return Promise.resolve(Response.json({ title: 'Four small worlds', thumbnail_url: `${location.origin}/p.jpg` }));
    },
    serverOf: (host: string) => host || 'https://v.example',
    preconnect: (server: string) => void asked.push(`preconnect ${server}`),
    warn: (message: string) => void warnings.push(message),
  };
  const define = (): void =>
    customElements.define(
      tag,
      makePlayerElement(() => dependencies),
    );
  if (defineNow) define();
  return { tag, define, made, warnings, asked };
}

function add({ tag }: Made, attributes: string, parent = container()): OrielPlayerElement {
  parent.insertAdjacentHTML('beforeend', `<${tag} ${attributes}></${tag}>`);
  const element = parent.lastElementChild as OrielPlayerElement;
  onTestFinished(() => element.remove());
  return element;
}

const frameOf = (element: Element): HTMLIFrameElement => {
  const frame = element.shadowRoot?.querySelector('iframe');
  if (!frame) throw new Error('no frame');
  return frame;
};
const buttonOf = (element: Element) => element.shadowRoot?.querySelector('button') ?? undefined;
const fakeOf = (element: Element) => fakePlayerOf(frameOf(element));

/** Messages keep their order: with the outcome of a command, the frame knows the subscriptions before it. */
const subscribed = async (element: OrielPlayerElement): Promise<void> => (await element.whenReady()).setShuffle(false);

function hear(target: EventTarget, ...names: (keyof OrielPlayerEvents)[]): string[] {
  const heard: string[] = [];
  for (const name of names) target.addEventListener(name, () => void heard.push(name));
  return heard;
}

test('attributes are properties and back, and a property set to nothing removes the attribute', () => {
  const element = add(setUp(), 'lite video-id="orieldemo01" aspect-ratio="9:16"');
  expect([element.videoId, element.lite, element.controls, element.start, element.aspectRatio]).toEqual([
    'orieldemo01',
    true,
    true,
    null,
    '9 / 16',
  ]);
  Object.assign(element, {
    start: 3,
    controls: false,
    loop: true,
    theme: 'dark',
    pauseOthers: true,
    defaultMuted: true,
  });
  expect(element.outerHTML).toContain(
    'start="3" controls="false" loop="" theme="dark" pause-others="" muted=""></oriel-player',
  );
  Object.assign(element, { start: null, controls: true, loop: false, theme: undefined, pauseOthers: null });
  expect(element.getAttributeNames()).toEqual(['lite', 'video-id', 'aspect-ratio', 'muted']);
  // React 18 writes flags as text.
  Object.assign(element, { autoplay: 'false', controls: 'false' });
  expect([element.autoplay, element.controls]).toEqual([false, false]);
});

test('properties set before the element was defined apply once it is defined', async () => {
  const made = setUp({ defineNow: false });
  const element = add(made, '');
  Object.assign(element, { videoId: 'orieldemo01', theme: 'dark', muted: true, currentTime: 4, volume: 0.5 });
  made.define();
  await element.whenReady();
  expect(made.made).toHaveLength(1);
  expect(made.made[0]).toMatchObject({ videoId: 'orieldemo01', parameters: { theme: 'dark', mute: '1', start: '4' } });
  await eventually(() => expect(commandsOf(frameOf(element))).toEqual(['setVolume']));
  expect(Object.keys(element)).toEqual([]);
});

test('without a video there is no frame and no button, and play() rejects with the reason', async () => {
  const made = setUp();
  const element = add(made, 'lite');
  expect(element.shadowRoot?.querySelector('button, iframe')).toBeNull();
  await expect(element.play()).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('video-id') });
  element.videoId = 'orieldemo01';
  await eventually(() => expect(buttonOf(element)).toBeDefined());
  element.remove();
  await expect(element.play()).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('page') });
  expect(made.made).toEqual([]);
});

test('lite: the card loads by oEmbed, a pointer over it preconnects, and a press creates the frame and plays', async () => {
  const made = setUp();
  const element = add(made, 'lite video-id="orieldemo01" lang="de"');
  await eventually(() => expect(buttonOf(element)?.ariaLabel).toBe('Abspielen: Four small worlds'));
  expect(made.asked.filter((address) => address.startsWith('https://v.example/oembed?url='))).toHaveLength(1);
  expect(made.made).toEqual([]);
  const button = buttonOf(element);
  button?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, composed: true }));
  expect(made.asked).toContain('preconnect https://v.example');
  const heard = hear(element, 'loadstart', 'play', 'ready');
  button?.click();
  expect(made.made).toMatchObject([{ parameters: { autoplay: '1' } }]);
  expect(element.paused).toBe(false);
  expect(element.shadowRoot?.activeElement).toBe(frameOf(element));
  await element.whenReady();
  expect(heard).toEqual(['loadstart', 'play', 'ready']);
  expect(element.shadowRoot?.querySelector('img, button')).toBeNull();
  await eventually(() => expect(commandsOf(frameOf(element))).toEqual(['playVideo']));
});

test('lite: without a usable IntersectionObserver the card loads at once', async () => {
  vi.stubGlobal('IntersectionObserver', () => {
    throw new TypeError('not supported');
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const element = add(setUp(), 'lite video-id="orieldemo01"');
  await eventually(() => expect(buttonOf(element)?.ariaLabel).toContain('Four small worlds'));
});

test('the states of the player are those of a media element, and bubble out of shadow trees', async () => {
  const outer = container();
  const host = document.createElement('div');
  outer.append(host);
  const inner = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
  const heard = hear(outer, 'play', 'playing', 'waiting', 'pause', 'ended', 'seeking', 'seeked', 'volumechange');
  const element = add(setUp(), 'video-id="orieldemo01"', inner);
  await subscribed(element);
  const fake = fakeOf(element);
  fake.set({ seekable: [0, 20.02] });
  for (const state of [-1, 3, 1, 3, 1, 2, 1, 0] as const) fake.goTo(state);
  fake.emit('onSeeking', 3);
  fake.emit('onSeeked', 3);
  const details: unknown[] = [];
  element.addEventListener('volumechange', ({ detail }) => details.push(detail.volume, detail.muted));
  fake.emit('onVolumeChange', { volume: 40, muted: true });
  const played = ['play', 'waiting', 'playing', 'waiting', 'playing', 'pause', 'play', 'playing', 'pause', 'ended'];
  await eventually(() => expect(heard).toEqual([...played, 'seeking', 'seeked', 'volumechange']));
  expect(details).toEqual([0.4, true]);
  expect([element.paused, element.ended, element.duration, element.readyState]).toEqual([true, true, 20.02, 4]);
  expect([element.seekable.length, element.buffered.length]).toEqual([1, 0]);
});

test('play() and pause() change `paused` at once, and states from before the request do not change it back', async () => {
  const element = add(setUp(), 'video-id="orieldemo01"');
  const heard = hear(element, 'play', 'playing', 'pause');
  await subscribed(element);
  const fake = fakeOf(element);
  element.currentTime = 5;
  void element.play();
  // The answer to the seek comes after the request to play.
  fake.goTo(2);
  await eventually(() => expect(commandsOf(frameOf(element))).toContain('playVideo'));
  fake.goTo(1);
  await eventually(() => expect(heard).toEqual(['play', 'playing']));
  element.pause();
  expect([element.paused, heard]).toEqual([true, ['play', 'playing', 'pause']]);
  fake.goTo(1);
  fake.goTo(2);
  await subscribed(element);
  expect([element.paused, heard]).toEqual([true, ['play', 'playing', 'pause']]);
});

test('a playback error dispatches an event that does not bubble, and `error` keeps it until the video plays', async () => {
  const outer = container();
  const bubbled = vi.fn();
  outer.addEventListener('error', bubbled);
  const element = add(setUp(), 'video-id="orieldemo01"', outer);
  await element.whenReady();
  const errors: unknown[] = [];
  element.addEventListener('error', ({ detail }) => errors.push([detail.code, detail.error.code]));
  fakeOf(element).set({ error: { code: 'embedder.denied', title: '', advice: '', retryable: false } });
  fakeOf(element).emit('onError', 150);
  await eventually(() => expect(errors).toEqual([[150, 'playback']]));
  expect(element.error).toMatchObject({ code: 'playback', hostCode: 150 });
  expect(bubbled).not.toHaveBeenCalled();
  fakeOf(element).goTo(1, { error: null });
  await eventually(() => expect(element.error).toBeNull());
});

test('a player that fails to load shows a button, and a press on it creates the player again', async () => {
  const made = setUp({ fails: true });
  const element = add(made, 'video-id="orieldemo01"');
  const errors: unknown[] = [];
  element.addEventListener('error', ({ detail }) => errors.push(detail.code));
  await eventually(() => expect(buttonOf(element)).toBeDefined());
  expect([errors, element.error?.code, element.paused]).toEqual([[null], 'unreachable', true]);
  buttonOf(element)?.click();
  await eventually(() => expect(errors).toHaveLength(2));
  expect(made.made).toHaveLength(2);
});

test('several changes of one task are one: another video is cued, or loaded while it plays', async () => {
  const element = add(setUp(), 'video-id="orieldemo01"');
  await element.whenReady();
  const commands = () => fakeOf(element).executed.map(({ command }) => [command.name, command.arguments as unknown]);
  element.videoId = 'orielmp4001';
  element.start = 5;
  element.loop = true;
  await eventually(() =>
    expect(commands()).toEqual([
      ['setLoop', [true]],
      ['cueVideoById', { videoId: 'orielmp4001', startSeconds: 5 }],
    ]),
  );
  fakeOf(element).goTo(1);
  await eventually(() => expect(element.paused).toBe(false));
  element.videoId = 'orieldemo01';
  element.defaultMuted = true;
  element.title = 'Named';
  await eventually(() =>
    expect(commands().slice(2)).toEqual([
      ['mute', []],
      ['loadVideoById', { videoId: 'orieldemo01', startSeconds: 5 }],
    ]),
  );
  expect(frameOf(element).title).toBe('Named');
});

test('a change of an attribute that is part of the address creates a new frame at the same position', async () => {
  const made = setUp();
  const element = add(made, 'video-id="orieldemo01"');
  await element.whenReady();
  const first = frameOf(element);
  fakeOf(element).goTo(2, { position: { seconds: 7, atMs: 0, rate: 0 } });
  await eventually(() => expect(element.currentTime).toBe(7));
  element.theme = 'dark';
  await eventually(() => expect(made.made).toHaveLength(2));
  expect(made.made[1]).toMatchObject({ videoId: 'orieldemo01', parameters: { theme: 'dark', start: '7' } });
  expect(made.made[1]?.parameters).not.toHaveProperty('autoplay');
  expect(first.isConnected).toBe(false);
  await element.whenReady();
  expect(element.shadowRoot?.querySelectorAll('iframe')).toHaveLength(1);
});

test('an element that is moved while it plays continues; removed and added later it has the position where it was', async () => {
  const made = setUp();
  const [here, there] = [container(), container()];
  const element = add(made, 'video-id="orieldemo01" autoplay', here);
  await element.whenReady();
  fakeOf(element).goTo(1, { position: { seconds: 6, atMs: 0, rate: 0 } });
  await eventually(() => expect([element.paused, Math.floor(element.currentTime)]).toEqual([false, 6]));
  there.append(element);
  expect(made.made).toHaveLength(2);
  expect(made.made[1]?.parameters).toMatchObject({ autoplay: '1', start: expect.stringMatching(/^6/) });
  await element.whenReady();
  await eventually(() => expect(commandsOf(frameOf(element))).toContain('playVideo'));
  fakeOf(element).goTo(1);
  fakeOf(element).goTo(2, { position: { seconds: 9, atMs: 0, rate: 0 } });
  await eventually(() => expect([element.paused, element.currentTime]).toEqual([true, 9]));
  const { player } = element;
  element.remove();
  expect([element.player, element.currentTime, element.paused]).toEqual([null, 9, true]);
  await expect(player?.pause()).rejects.toMatchObject({ code: 'destroyed' });
  await Promise.resolve();
  here.append(element);
  expect(made.made[2]?.parameters).toMatchObject({ start: '9' });
  expect(made.made[2]?.parameters).not.toHaveProperty('autoplay');
});

const play = async (element: OrielPlayerElement, seconds: number): Promise<void> => {
  await element.whenReady();
  fakeOf(element).goTo(1, { position: { seconds, atMs: 0, rate: 0 } });
  await eventually(() => expect([element.paused, Math.floor(element.currentTime)]).toEqual([false, seconds]));
};

test('currentTime that the page sets is read at once, and seeking until the player is there', async () => {
  const element = add(setUp(), 'video-id="orieldemo01"');
  element.currentTime = 2;
  expect(element.seeking).toBe(false);
  await play(element, 2);
  const fake = fakeOf(element);
  const seekReached = async (seconds: number): Promise<void> =>
    eventually(() => expect(fake.executed.at(-1)?.command.arguments).toEqual([seconds, true]));
  let arrive: () => void = () => undefined;
  fake.settle = (settled) => (arrive = () => settled({ ok: true, value: undefined }));
  element.currentTime = 7;
  expect([element.seeking, element.currentTime]).toEqual([true, 7]);
  await seekReached(7);
  const seeking: boolean[] = [];
  element.addEventListener('seeked', () => seeking.push(element.seeking));
  fake.set({ position: { seconds: 7, atMs: 0, rate: 0 } });
  fake.emit('onSeeked', 7);
  arrive();
  await eventually(() => expect(seeking).toEqual([false]));
  element.currentTime = 9;
  await seekReached(9);
  expect(element.seeking).toBe(true);
  // Where the player is there already, it tells no end of a seek but that of the command.
  arrive();
  await eventually(() => expect(element.seeking).toBe(false));
});

test.each<[string, (element: OrielPlayerElement, made: Made) => void]>([
  ['is moved within one task', (element) => container().append(element)],
  ['has other looks', (element) => ((element.theme = 'dark'), (element.controls = false))],
])('an element that %s while it plays is not paused, and keeps its time', async (_, change) => {
  const made = setUp();
  const element = add(made, 'video-id="orieldemo01"');
  await play(element, 6);
  element.volume = 0.5;
  const heard = hear(element, 'play', 'pause', 'playing');
  change(element, made);
  const read = (): unknown[] => [element.paused, Math.floor(element.currentTime), element.volume];
  expect(read()).toEqual([false, 6, 0.5]);
  // Changes of attributes count at the end of the task.
  await Promise.resolve();
  expect([made.made.length, ...read()]).toEqual([2, false, 6, 0.5]);
  await element.whenReady();
  await eventually(() => expect(commandsOf(frameOf(element))).toContain('playVideo'));
  fakeOf(element).goTo(1);
  await eventually(() => expect(heard).toEqual(['playing']));
});

test('play() resolves even if the element is moved and its theme changes before playback starts', async () => {
  const made = setUp();
  const element = add(made, 'video-id="orieldemo01"');
  const heard = hear(element, 'play', 'pause');
  const playing = element.play();
  container().append(element);
  element.theme = 'dark';
  await eventually(() => expect(made.made).toHaveLength(3));
  await element.whenReady();
  await eventually(() => expect(commandsOf(frameOf(element))).toContain('playVideo'));
  fakeOf(element).goTo(1);
  await playing;
  expect([element.paused, heard]).toEqual([false, ['play']]);
});

test('an element with autoplay that is moved before it has played still autoplays, unless its page has paused it', async () => {
  const made = setUp();
  const element = add(made, 'video-id="orieldemo01" autoplay');
  container().append(element);
  expect(made.made[1]?.parameters).toMatchObject({ autoplay: '1' });
  element.pause();
  container().append(element);
  expect(made.made[2]?.parameters).not.toHaveProperty('autoplay');
});

test('an element is paused when it is removed or its popup closes, and resumes its position when it is added again', async () => {
  const popup = openWindow();
  const made = setUp();
  const element = add(made, 'video-id="orieldemo01"');
  const heard = hear(element, 'play', 'pause');
  await play(element, 6);
  element.remove();
  await Promise.resolve();
  expect([element.paused, heard.splice(0)]).toEqual([true, ['play', 'pause']]);
  popup.document.body.append(element);
  await play(element, 8);
  popup.close();
  await eventually(() => expect(heard).toEqual(['play', 'pause']));
  expect([element.paused, Math.floor(element.currentTime), element.player]).toEqual([true, 8, null]);
  container().append(element);
  expect(made.made[2]?.parameters).toMatchObject({ start: expect.stringMatching(/^8/) });
  expect(made.made[2]?.parameters).not.toHaveProperty('autoplay');
});

test('invalid attributes cause warnings, and do not reach the address of the frame', async () => {
  const made = setUp();
  const element = add(
    made,
    `video-id="../../x" host="javascript:alert(1)" color='"><script>' start="-1" poster="data:,x"`,
  );
  expect(element.shadowRoot?.querySelector('iframe, script')).toBeNull();
  expect(made.warnings.map((warning) => /Oriel: ([\w-]+)=/.exec(warning)?.[1])).toEqual(
    expect.arrayContaining(['video-id', 'host', 'color', 'start', 'poster']),
  );
  element.videoId = 'orieldemo01';
  await eventually(() => expect(made.made).toMatchObject([{ videoId: 'orieldemo01', parameters: {} }]));
  expect(made.made[0]).not.toHaveProperty('host');
});

test('the element has the height of its aspect ratio with and without a frame, and styles of the page win', () => {
  const made = setUp();
  const box = container();
  box.style.width = '400px';
  expect(add(made, 'lite video-id="orieldemo01"', box).offsetHeight).toBe(225);
  expect(add(made, 'video-id="orieldemo01" aspect-ratio="4:3"', box).offsetHeight).toBe(300);
  expect(add(made, 'lite style="aspect-ratio: 2" aspect-ratio="4:3"', box).offsetHeight).toBe(200);
  expect(add(made, 'lite hidden', box).offsetHeight).toBe(0);
});

test('an element that is moved into a popup, and back, keeps its shape, and is ready in both', async () => {
  const popup = openWindow();
  const element = add(setUp(), 'video-id="orieldemo01" aspect-ratio="2 / 1"');
  await element.whenReady();
  const shapeIn = ({ getComputedStyle }: Window): unknown => {
    const { aspectRatio, display } = getComputedStyle(element);
    return [aspectRatio, display, getComputedStyle(frameOf(element)).position];
  };
  const shape = shapeIn(window);
  expect(shape).toEqual(['2 / 1', 'block', 'absolute']);
  for (const [place, view] of [
    [popup.document.body, popup],
    [container(), window],
  ] as const) {
    place.append(element);
    expect(shapeIn(view)).toEqual(shape);
    const { info } = await element.whenReady();
    expect(info.duration).toBe(20.02);
  }
});

test('a page that listens right after making an element gets its start event, and the loaded data', async () => {
  const element = add(setUp(), 'video-id="orieldemo01"');
  const heard: string[] = [];
  for (const name of ['loadstart', 'ready', 'progress']) element.addEventListener(name, () => heard.push(name));
  await element.whenReady();
  await eventually(() => expect(heard).toEqual(['loadstart', 'ready']));
  fakeOf(element).set({ bufferedRanges: [[0, 10]] });
  await eventually(() => expect(heard).toEqual(['loadstart', 'ready', 'progress']));
});
