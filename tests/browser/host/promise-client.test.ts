import { expect, onTestFinished, test, vi } from 'vitest';
import type { HostEnvironment } from '../../../src/host/environment.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { fail, succeed } from '../../../protocol/runtime/outcome.ts';
import { makeCreatePlayer } from '../../../src/host/client/create-player.ts';
import type { CreatePlayerOptions, OrielPlayer } from '../../../src/host/client/types.ts';
import { Registry } from '../../../src/host/player/registry.ts';
import { commandsOf, container, embedFrame, eventually, fakePlayerOf, hostEnvironment, openWindow } from './support.ts';

let made = 0;

async function create(
  frame: Element | string = embedFrame(),
  options: CreatePlayerOptions = {},
  overrides: Partial<HostEnvironment> = {},
): Promise<OrielPlayer> {
  const registry = new Registry(window, () => `test-${(made += 1)}`);
  const player = await makeCreatePlayer(hostEnvironment({ registry, ...overrides }))(frame, options);
  onTestFinished(() => player.destroy());
  return player;
}

/** A frame that never posts, on a separate origin. */
const silent = () => container('<iframe src="/nothing-here"></iframe>').firstElementChild as Element;

test('createPlayer resolves when the player is ready, with its information [H1]', async () => {
  const player = await create();
  expect(player.info).toMatchObject({
    state: 'cued',
    duration: 20.02,
    volume: 100,
    muted: false,
    rate: 1,
    playlist: null,
    video: { id: 'orieldemo01', title: 'Four small worlds', author: 'Oriel', isPlayable: true, errorName: null },
    captions: { tracks: [], active: null },
  });
  expect(player.info.rates).toContain(2);
});

test('every command resolves when the player has accepted it [H1]', async () => {
  const frame = embedFrame();
  const player = await create(frame);
  await player.pause();
  await player.stop();
  await player.seek(7);
  await player.load('orielmp4001');
  await player.cue({ url: '/v/orieldemo01' });
  await player.load({ playlist: ['orieldemo01', 'orielmp4001'] });
  await player.next();
  await player.previous();
  await player.playAt(1);
  await player.setLoop(true);
  await player.setShuffle(true);
  await player.mute();
  await player.unmute();
  await player.setVolume(40);
  await player.setRate(1.5);
  await player.setQuality('hd720');
  await player.setCaptions('en');
  await player.setCaptions(null);
  await player.setCaptionSize(2);
  await player.look({ yaw: 10 });
  expect(commandsOf(frame)).toEqual([
    'pauseVideo',
    'stopVideo',
    'seekTo',
    'loadVideoById',
    'cueVideoByUrl',
    'loadPlaylist',
    'nextVideo',
    'previousVideo',
    'playVideoAt',
    'setLoop',
    'setShuffle',
    'mute',
    'unMute',
    'setVolume',
    'setPlaybackRate',
    'setPlaybackQuality',
    'setOption',
    'setOption',
    'setOption',
    'setSphericalProperties',
  ]);
});

test('a refused command rejects with a typed error and its reason [H4]', async () => {
  const frame = embedFrame();
  const player = await create(frame);
  await expect(player.seek(Number.NaN)).rejects.toMatchObject({ name: 'OrielError', code: 'refused' });
  fakePlayerOf(frame).response = () => fail('api.invalidparam', 'no captions in xx');
  await expect(player.setCaptions('xx')).rejects.toThrow(/no captions in xx/);
});

test('createPlayer rejects a target that is not a selector with an OrielError', async () => {
  await expect(makeCreatePlayer(hostEnvironment())('##')).rejects.toMatchObject({
    name: 'OrielError',
    code: 'invalid',
    message: 'createPlayer: nothing matches ##',
  });
});

test('play resolves when playback starts', async () => {
  const frame = embedFrame();
  const player = await create(frame);
  const playing = player.play();
  await eventually(() => expect(commandsOf(frame)).toEqual(['playVideo']));
  fakePlayerOf(frame).goTo(3);
  fakePlayerOf(frame).goTo(1);
  await playing;
  expect(player.info.state).toBe('playing');
  await player.play();
});

test('play rejects if the browser requires a press first, and not when muted playback begins [P6]', async () => {
  const frame = embedFrame();
  const player = await create(frame);
  const muted = player.play();
  await eventually(() => expect(commandsOf(frame)).toHaveLength(1));
  fakePlayerOf(frame).goTo(3);
  fakePlayerOf(frame).emit('onAutoplayBlocked');
  fakePlayerOf(frame).goTo(1);
  await muted;
  fakePlayerOf(frame).goTo(2);
  await eventually(() => expect(player.info.state).toBe('paused'));
  const refused = player.play();
  await eventually(() => expect(commandsOf(frame)).toHaveLength(2));
  fakePlayerOf(frame).goTo(3);
  fakePlayerOf(frame).emit('onAutoplayBlocked');
  fakePlayerOf(frame).goTo(5);
  await expect(refused).rejects.toMatchObject({ code: 'blocked' });
});

test('play ignores a pause, a blocked autoplay and an error from before the call', async () => {
  const frame = embedFrame();
  const player = await create(frame);
  const fake = fakePlayerOf(frame);
  fake.set({ autoplayBlocked: true, error: { code: 'net.timeout', title: '', advice: '', retryable: true } });
  // As in the player: play after an error is a retry.
  fake.response = () => {
    fake.set({ error: null });
    return succeed(undefined);
  };
  fake.goTo(2);
  await eventually(() => expect(player.info.state).toBe('paused'));
  const playing = player.play();
  await eventually(() => expect(commandsOf(frame)).toEqual(['playVideo']));
  await new Promise((resolve) => setTimeout(resolve, 300));
  fake.goTo(1);
  await playing;
});

test('play rejects with the code of an error that occurs instead [H5]', async () => {
  const frame = embedFrame();
  const player = await create(frame);
  const playing = player.play();
  await eventually(() => expect(commandsOf(frame)).toHaveLength(1));
  fakePlayerOf(frame).set({ error: { code: 'fmt.decode', title: '', advice: '', retryable: true } });
  fakePlayerOf(frame).emit('onError', 5);
  await expect(playing).rejects.toMatchObject({ code: 'playback', hostCode: 5 });
});

test('play rejects for an invalid video id, and not when another command is refused [H4, H5]', async () => {
  const frame = embedFrame();
  const player = await create(frame);
  const fake = fakePlayerOf(frame);
  const playing = player.play();
  await eventually(() => expect(commandsOf(frame)).toHaveLength(1));
  fake.emit('onError', 2);
  fake.goTo(1);
  await playing;
  fake.goTo(2);
  await eventually(() => expect(player.info.state).toBe('paused'));
  const failing = player.play();
  await eventually(() => expect(commandsOf(frame)).toHaveLength(2));
  fake.set({ error: { code: 'api.invalidparam', title: '', advice: '', retryable: false } });
  fake.emit('onError', 2);
  await expect(failing).rejects.toMatchObject({
    code: 'playback',
    hostCode: 2,
    reason: 'api.invalidparam',
    fatal: true,
  });
});

test('events are dispatched under their own names until the signal aborts [H1]', async () => {
  const frame = embedFrame();
  const player = await create(frame);
  const listening = new AbortController();
  const heard: unknown[] = [];
  const { signal } = listening;
  player.on('statechange', (event) => heard.push(event), { signal });
  player.on('volumechange', (event) => heard.push(event), { signal });
  player.on('ratechange', (event) => heard.push(event), { once: true });
  await player.pause();
  fakePlayerOf(frame).goTo(3);
  fakePlayerOf(frame).emit('onVolumeChange', { volume: 40, muted: true });
  fakePlayerOf(frame).emit('onPlaybackRateChange', 1.5);
  fakePlayerOf(frame).emit('onPlaybackRateChange', 2);
  const expected = [{ state: 'buffering' }, { volume: 40, muted: true }, { rate: 1.5 }];
  await eventually(() => expect(heard).toEqual(expected));
  listening.abort();
  fakePlayerOf(frame).goTo(1);
  await player.pause();
  expect(heard).toEqual(expected);
  expect(() => player.on('nonsense' as 'statechange', () => undefined)).toThrow(/no event nonsense/);
});

test('player.info follows the player, and changes dispatch infochange', async () => {
  const frame = embedFrame();
  const player = await create(frame);
  const { info } = player;
  const changed = vi.fn();
  player.on('infochange', changed);
  fakePlayerOf(frame).set({
    volume: 30,
    playlist: { videoIds: ['a'], index: 0, listId: 'PLx', shuffled: false, details: null },
  });
  await eventually(() => expect(info.playlist).toEqual({ videoIds: ['a'], index: 0, id: 'PLx' }));
  expect(info.volume).toBe(30);
  expect(changed).toHaveBeenCalled();
});

test('destroy rejects awaited calls, without unhandled rejections, and restores the page', async () => {
  const unhandled = vi.fn((event: Event) => event.preventDefault());
  window.addEventListener('unhandledrejection', unhandled);
  onTestFinished(() => window.removeEventListener('unhandledrejection', unhandled));
  const frame = embedFrame();
  const player = await create(frame);
  const waited = player.play();
  void player.pause();
  void player.seek(3);
  const onDestroy = vi.fn();
  player.on('destroy', onDestroy);
  player.destroy();
  player.destroy();
  await expect(waited).rejects.toMatchObject({ code: 'destroyed' });
  await expect(player.pause()).rejects.toMatchObject({ code: 'destroyed' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(unhandled).not.toHaveBeenCalled();
  expect(onDestroy).toHaveBeenCalledTimes(1);
  expect(frame.isConnected).toBe(false);
});

test.each([
  ['the frame is removed', (frame: HTMLIFrameElement) => frame.remove()],
  ['the popup of the frame closes', (frame: HTMLIFrameElement) => frame.ownerDocument.defaultView?.close()],
])('a command that a frame has received is rejected once %s', async (how, end) => {
  const frame = embedFrame('', how === 'the frame is removed' ? container() : openWindow().document.body);
  const player = await create(frame);
  const playing = player.play();
  await eventually(() => expect(commandsOf(frame)).toEqual(['playVideo']));
  end(frame);
  await expect(playing).rejects.toMatchObject({ code: 'destroyed', message: 'the frame has left the page' });
  expect(player.info.state).toBe('unstarted');
});

test('a frame of the page is not removed if createPlayer times out or is aborted', async () => {
  const [late, given] = [silent(), silent()];
  await expect(create(late, { readyTimeoutMs: 50 })).rejects.toMatchObject({ code: 'timeout' });
  const during = new AbortController();
  const creation = create(given, { signal: during.signal });
  during.abort();
  await expect(creation).rejects.toMatchObject({ code: 'aborted' });
  expect([late.isConnected, given.isConnected]).toEqual([true, true]);
});

test.each([
  ['removed', (frame: Element) => frame.remove()],
  ['removed with the document around it', (frame: Element) => frame.ownerDocument.defaultView?.frameElement?.remove()],
])('creation rejects when the frame has been %s', async (how, remove) => {
  const clock = createFakeClock();
  const canvas = container('<iframe></iframe>').firstElementChild as HTMLIFrameElement;
  const parent = how === 'removed' ? container() : (canvas.contentDocument as Document).body;
  parent.innerHTML = '<iframe loading="lazy" src="/nothing-here"></iframe>';
  const frame = parent.firstElementChild as Element;
  const creation = expect(create(frame, {}, { clock })).rejects.toMatchObject({ code: 'destroyed' });
  await clock.advance(2_000);
  remove(frame);
  await clock.advance(5_000);
  await creation;
});

test('createPlayer accepts a frame in a child document', async () => {
  const canvas = container('<iframe></iframe>').firstElementChild as HTMLIFrameElement;
  const player = await create(embedFrame('', (canvas.contentDocument as Document).body));
  expect(player.info.duration).toBe(20.02);
});

test('creation can be aborted, before and during; afterwards the signal ends the player', async () => {
  await expect(create(silent(), { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
  const during = new AbortController();
  const creation = create(silent(), { signal: during.signal });
  during.abort();
  await expect(creation).rejects.toMatchObject({ code: 'aborted' });
  const later = new AbortController();
  const player = await create(embedFrame(), { signal: later.signal });
  later.abort();
  await expect(player.pause()).rejects.toMatchObject({ code: 'destroyed' });
});

test('createPlayer rejects a missing target, and names it', async () => {
  await expect(create('#nowhere')).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('#nowhere'),
  });
  await expect(create(null as unknown as Element)).rejects.toMatchObject({ code: 'invalid' });
});

test('timeupdate is dispatched at a chosen interval, between the deliveries of the frame, until the player ends', async () => {
  const frame = embedFrame();
  const clock = createFakeClock();
  const player = await create(frame, {}, { clock });
  const times: number[] = [];
  const hear = ({ currentTime }: { currentTime: number }): void => void times.push(currentTime);
  player.on('timeupdate', hear, { intervalMs: 20 });
  fakePlayerOf(frame).goTo(1);
  await eventually(() => expect(player.info.state).toBe('playing'));
  const before = player.info.currentTime;
  await clock.advance(100);
  expect(times.map((time) => Math.round((time - before) * 1_000))).toEqual([20, 40, 60, 80, 100]);
  fakePlayerOf(frame).goTo(2);
  await eventually(() => expect(times).toHaveLength(6));
  await clock.advance(100);
  expect(times).toHaveLength(6);
  fakePlayerOf(frame).emit('onSeeked', 12);
  await eventually(() => expect(times).toHaveLength(7));
  const stop = player.on('timeupdate', hear, { intervalMs: 20 });
  fakePlayerOf(frame).goTo(1);
  await eventually(() => expect(player.info.state).toBe('playing'));
  stop();
  player.destroy();
  expect(clock.pendingCount()).toBe(0);
});

test.each([0, -5, Number.NaN])('a timeupdate interval of %s is refused', async (intervalMs) => {
  const player = await create();
  expect(() => player.on('timeupdate', () => undefined, { intervalMs })).toThrow(/intervalMs is a number above 0/);
  expect(() => player.on('statechange', () => undefined, { intervalMs: 50 })).toThrow(/for timeupdate alone/);
});
