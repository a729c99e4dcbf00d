import Alpine from 'alpinejs';
import { produce } from 'immer';
import { makeAutoObservable, observable, runInAction } from 'mobx';
import { createPinia, defineStore, setActivePinia } from 'pinia';
import * as svelte from 'svelte/internal/client';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { createApp, defineComponent, markRaw, reactive, readonly, ref, shallowRef } from 'vue';
import { makeCreatePlayer } from '../../../src/host/client/create-player.ts';
import type { OrielPlayer } from '../../../src/host/client/types.ts';
import { makePlayerElement } from '../../../src/host/element/oriel-player-element.ts';
import type { OrielPlayerElement } from '../../../src/host/element/types.ts';
import type { HostPlayer } from '../../../src/host/player/host-player.ts';
import { makePlayerClass } from '../../../src/host/player/player-class.ts';
import { Registry } from '../../../src/host/player/registry.ts';
import {
  allHeard,
  commandsOf,
  container,
  embedFrame,
  eventually,
  fakePlayerOf,
  hostEnvironment,
  readyPlayer,
} from './support.ts';

/** A player kept, wrapped, bound, passed on and inherited from, in the ways of pages and of the frameworks they use. */

/** Every handler of the plainest proxy. */
const plainProxy = <Target extends object>(target: Target): Target =>
  new Proxy(target, { get: (...given) => Reflect.get(...given), set: (...given) => Reflect.set(...given) });

interface Kept<Value> {
  player: Value;
}

/** How a page keeps any value, by the name of its framework. */
const KEEPERS: readonly (readonly [string, <Value extends object>(value: Value) => Kept<Value>])[] = [
  ['a plain proxy', (value) => ({ player: plainProxy(value) })],
  ['an object that inherits from it', (value) => ({ player: Object.create(value) as typeof value })],
  ['a copy of its properties', (value) => ({ player: { ...value } })],
  ["Vue's reactive", (value) => reactive({ player: value }) as Kept<typeof value>],
  ["Vue's readonly", (value) => readonly({ player: value }) as unknown as Kept<typeof value>],
  ["Vue's ref", (value) => ({ player: ref(value).value as typeof value })],
  ["Vue's shallowRef and markRaw", (value) => ({ player: shallowRef(markRaw(value)).value })],
  ["a Vue component's data", keepInComponent],
  ['a store of Pinia', keepInPinia],
  ["Alpine's data", (value) => Alpine.reactive({ player: value })],
  ["MobX's observable", (value) => observable({ player: value }) as Kept<typeof value>],
  ["a class with MobX's observables", keepInMobx],
  ["Svelte's $state", (value) => svelte.proxy({ player: value })],
  ['a state of Immer', (value) => produce({ player: null } as unknown as Kept<typeof value>, keepIn(value))],
  ['a frozen object', (value) => Object.freeze({ player: Object.freeze(value) })],
];

function keepIn<Value>(value: Value): (draft: { player: unknown }) => void {
  return (draft) => {
    draft.player = value;
  };
}

/** A component of Vue's options API keeps its player in `data`. */
function keepInComponent<Value extends object>(value: Value): Kept<Value> {
  const component = defineComponent({
    data: (): { player: object | null } => ({ player: null }),
    mounted() {
      this.player = value;
    },
    render: () => null,
  });
  const app = createApp(component);
  const kept = app.mount(container()) as unknown as Kept<Value>;
  onTestFinished(() => app.unmount());
  return kept;
}

function keepInPinia<Value extends object>(value: Value): Kept<Value> {
  setActivePinia(createPinia());
  const store = defineStore('player', { state: (): { player: object | null } => ({ player: null }) })();
  store.player = value;
  return store as unknown as Kept<Value>;
}

function keepInMobx<Value extends object>(value: Value): Kept<Value> {
  class Store {
    player: object | null = null;
    constructor() {
      makeAutoObservable(this);
    }
  }
  const store = new Store();
  runInAction(() => (store.player = value));
  return store as unknown as Kept<Value>;
}

test.each(KEEPERS)('a player of the script API kept in %s works as the player itself', async (_, keep) => {
  const frame = embedFrame();
  const raw = await readyPlayer(frame);
  const { player } = keep(raw);
  const heard: unknown[] = [];
  const listener = ({ data }: { data: unknown }): unknown => heard.push(data);
  player.addEventListener('onVolumeChange', listener);
  player.mute();
  player.playVideo().seekTo(4, true);
  await allHeard(frame, raw);
  expect(player.getDuration()).toBe(20.02);
  expect(player.getVideoData().video_id).toBe('orieldemo01');
  expect(player.getIframe()).toBe(frame);
  player.removeEventListener('onVolumeChange', listener);
  player.destroy();
  expect(frame.isConnected).toBe(false);
});

test.each(KEEPERS)('a player of the promise client kept in %s works as the player itself', async (_, keep) => {
  const frame = embedFrame();
  const raw = await createClient(frame);
  const { player } = keep(raw);
  const states: string[] = [];
  const stop = player.on('statechange', ({ state }) => states.push(state));
  const stream = keep(player.states()).player;
  expect(await stream.next()).toEqual({ done: false, value: 'cued' });
  await begins(frame, player.play());
  await player.seek(4);
  await eventually(() => expect(states).toContain('playing'));
  expect(commandsOf(frame)).toEqual(expect.arrayContaining(['playVideo', 'seekTo']));
  expect(player.info.duration).toBe(20.02);
  expect(player.info.video.id).toBe('orieldemo01');
  expect(player.frame).toBe(frame);
  stop();
  player.destroy();
  expect(frame.isConnected).toBe(false);
});

test('a command without arguments can be used as an event listener, and ignores the event', async () => {
  const frame = embedFrame();
  const player = await readyPlayer(frame);
  const onError = vi.fn();
  player.addEventListener('onError', onError);
  const circular: { self?: unknown } = {};
  circular.self = circular;
  const button = container('<button></button>').firstElementChild as HTMLButtonElement;
  button.addEventListener('click', player.playVideo);
  button.addEventListener('click', (event) => (player.pauseVideo as (event: unknown) => void)({ event, circular }));
  button.click();
  await eventually(() => expect(commandsOf(frame)).toEqual(['playVideo', 'pauseVideo']));
  expect(onError).not.toHaveBeenCalled();
});

test('a class may inherit from the player, override methods and call those of the player', async () => {
  const frame = embedFrame();
  const Player = makePlayerClass(hostEnvironment());
  const calls: string[] = [];
  class LoudPlayer extends Player {
    readonly label = 'loud';
    override playVideo(): HostPlayer {
      calls.push(this.label);
      return super.playVideo();
    }
    get seconds(): number {
      return this.getDuration();
    }
  }
  const player = new LoudPlayer(frame);
  onTestFinished(() => player.destroy());
  await eventually(() => expect(player.seconds).toBe(20.02));
  plainProxy(player).playVideo();
  player.playVideo().pauseVideo();
  await eventually(() => expect(commandsOf(frame)).toEqual(['playVideo', 'playVideo', 'pauseVideo']));
  expect(calls).toEqual(['loud', 'loud']);
  expect([player instanceof Player, player instanceof LoudPlayer]).toEqual([true, true]);
});

test('a player is made without `new`, too', async () => {
  const frame = embedFrame();
  const make = makePlayerClass(hostEnvironment()) as unknown as (target: Element) => HostPlayer;
  const player = make(frame);
  onTestFinished(() => player.destroy());
  await eventually(() => expect(player.getDuration()).toBe(20.02));
});

test('an element in a proxy has its properties and methods, and its methods work without the element', async () => {
  const frame = embedFrame();
  const raw = await createClient(frame);
  const tag = 'oriel-player-value';
  const dependencies = {
    createPlayer: () => Promise.resolve(raw),
    fetch: () => Promise.resolve(Response.json({})),
    serverOf: () => 'https://v.example',
    preconnect: () => undefined,
    warn: () => undefined,
  };
  customElements.define(
    tag,
    makePlayerElement(() => dependencies),
  );
  const element = container(`<${tag} video-id="orieldemo01"></${tag}>`).firstElementChild as OrielPlayerElement;
  const { whenReady, play, pause } = element;
  await whenReady();
  for (const wrapped of [plainProxy(element), reactive({ element }).element as OrielPlayerElement]) {
    expect([wrapped.duration, wrapped.videoId, wrapped.paused]).toEqual([20.02, 'orieldemo01', true]);
    wrapped.loop = true;
    wrapped.volume = 0.5;
    expect([element.loop, element.volume]).toEqual([true, 0.5]);
    element.loop = false;
    await begins(frame, wrapped.play());
    wrapped.pause();
    await pauses(frame, element);
  }
  await begins(frame, play());
  pause();
  await pauses(frame, element);
});

/** Lets the fake player of the frame play, which it does not do by itself. */
async function begins(frame: HTMLIFrameElement, play: Promise<void>): Promise<void> {
  await eventually(() => expect(commandsOf(frame)).toContain('playVideo'));
  fakePlayerOf(frame).goTo(1);
  await play;
}

async function pauses(frame: HTMLIFrameElement, element: OrielPlayerElement): Promise<void> {
  await eventually(() => expect(commandsOf(frame)).toContain('pauseVideo'));
  fakePlayerOf(frame).goTo(2);
  await eventually(() => expect(element.paused).toBe(true));
}

let made = 0;
async function createClient(frame: Element): Promise<OrielPlayer> {
  const registry = new Registry(window, () => `value-${(made += 1)}`);
  const player = await makeCreatePlayer(hostEnvironment({ registry }))(frame);
  onTestFinished(() => player.destroy());
  return player;
}

afterAll(() => setActivePinia(undefined));
