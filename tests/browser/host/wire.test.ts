import { expect, test, vi } from 'vitest';
import {
  allHeard,
  container,
  createHostPlayer,
  embedFrame,
  eventually,
  fakePlayerOf,
  hostEnvironment,
  readyPlayer,
} from './support.ts';

test('an existing frame is adopted, its address unchanged, and becomes ready [H1]', async () => {
  const frame = embedFrame();
  const address = frame.src;
  const player = await readyPlayer(frame);
  expect(frame.src).toBe(address);
  expect(player.getIframe()).toBe(frame);
  expect(frame.id).toMatch(/^widget\d+$/);
  expect(player.getDuration()).toBe(20.02);
  expect(player.getPlayerState()).toBe(5);
  expect(player.getVideoData()).toMatchObject({ video_id: 'orieldemo01', title: 'Four small worlds' });
  expect(player.getApiInterface()).toContain('playVideo');
});

test('a frame that had loaded before its player was made is adopted [H1]', async () => {
  const frame = embedFrame();
  await new Promise((resolve) => frame.addEventListener('load', resolve));
  await readyPlayer(frame);
});

test('a frame without an id in a shadow root is adopted [H1]', async () => {
  const root = container().attachShadow({ mode: 'open' });
  const player = await readyPlayer(embedFrame('', root));
  expect(player.getDuration()).toBe(20.02);
});

test('a state event carries its player and the new state, which `getPlayerState` already returns [H1]', async () => {
  const frame = embedFrame();
  const seen: unknown[] = [];
  const player = await readyPlayer(frame, {
    events: { onStateChange: ({ target, data }) => seen.push([target, data, player.getPlayerState()]) },
  });
  await allHeard(frame, player);
  fakePlayerOf(frame).goTo(1);
  await eventually(() => expect(seen).toEqual([[player, 1, 1]]));
});

test('a listener added after the player is ready gets events until it is removed [H1]', async () => {
  const frame = embedFrame();
  const player = await readyPlayer(frame);
  const heard = vi.fn();
  player.addEventListener('onPlaybackRateChange', heard);
  await allHeard(frame, player);
  fakePlayerOf(frame).emit('onPlaybackRateChange', 1.5);
  await eventually(() => expect(heard).toHaveBeenCalledWith({ target: player, data: 1.5 }));
  player.removeEventListener('onPlaybackRateChange', heard);
  fakePlayerOf(frame).emit('onPlaybackRateChange', 2);
  await allHeard(frame, player);
  fakePlayerOf(frame).emit('onPlaybackRateChange', 3);
  await allHeard(frame, player);
  expect(heard).toHaveBeenCalledTimes(1);
});

test('an error at the start reaches a listener that subscribes shortly after `onReady` [P8]', async () => {
  const frame = embedFrame('&failed');
  const onError = vi.fn();
  const player = createHostPlayer(frame, {
    events: { onReady: () => setTimeout(() => player.addEventListener('onError', onError), 50) },
  });
  await eventually(() => expect(onError).toHaveBeenCalledWith({ target: player, data: 150 }));
});

test('a listener that subscribes as an error arrives gets the error once [P8]', async () => {
  const onError = vi.fn();
  const signal = new AbortController();
  // Registered before the player's own message listener, so that `onError` has its listener when the player handles the error.
  const onMessage = ({ data }: MessageEvent): void => {
    if (String(data).includes('"onError"')) player.addEventListener('onError', onError);
  };
  window.addEventListener('message', onMessage, { signal: signal.signal });
  const frame = embedFrame('&failed');
  const player = createHostPlayer(frame);
  await eventually(() => expect(onError).toHaveBeenCalled());
  await allHeard(frame, player);
  signal.abort();
  expect(onError).toHaveBeenCalledExactlyOnceWith({ target: player, data: 150 });
});

test('two players on one frame are each ready once and get their own events [H6]', async () => {
  const frame = embedFrame();
  const environment = hostEnvironment();
  const ready = [vi.fn(), vi.fn()];
  const states = [vi.fn(), vi.fn()];
  const players = [0, 1].map((at) =>
    createHostPlayer(frame, { events: { onReady: ready[at], onStateChange: states[at] } }, environment),
  );
  await eventually(() => ready.forEach((listener) => expect(listener).toHaveBeenCalledTimes(1)));
  await eventually(() => {
    fakePlayerOf(frame).goTo(3);
    for (const [at, target] of players.entries()) expect(states[at]).toHaveBeenCalledWith({ target, data: 3 });
  });
  for (const [at, target] of players.entries())
    expect(states[at]?.mock.calls.every(([event]) => event.target === target)).toBe(true);
  ready.forEach((listener) => expect(listener).toHaveBeenCalledTimes(1));
});

test('a player fires `onReady` again after its frame was moved in the page', async () => {
  const frame = embedFrame();
  const onReady = vi.fn();
  createHostPlayer(frame, { events: { onReady } });
  await eventually(() => expect(onReady).toHaveBeenCalledTimes(1));
  container().append(frame);
  await eventually(() => expect(onReady).toHaveBeenCalledTimes(2));
});
