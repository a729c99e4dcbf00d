import { expect, onTestFinished, test } from 'vitest';
import { makeCreatePlayer } from '../../../src/host/client/create-player.ts';
import type { OrielPlayer } from '../../../src/host/client/types.ts';
import { Registry } from '../../../src/host/player/registry.ts';
import { commandsOf, embedFrame, eventually, fakePlayerOf, hostEnvironment, readyPlayer } from './support.ts';

let made = 0;
/** A player of a separate copy of the host script: a page may load several copies. */
const ownModule = () => hostEnvironment({ registry: new Registry(window, () => `alone-${(made += 1)}`) });

async function create(frame: Element, pauseOthers: boolean, environment = ownModule()): Promise<OrielPlayer> {
  const player = await makeCreatePlayer(environment)(frame, { pauseOthers });
  onTestFinished(() => player.destroy());
  return player;
}

test('a player with `pauseOthers` that starts pauses all others with it, of other scripts too', async () => {
  const frames = [embedFrame(), embedFrame(), embedFrame(), embedFrame()] as const;
  const environment = ownModule();
  const first = await create(frames[0], true, environment);
  await create(frames[1], true, environment);
  await readyPlayer(frames[2], { pauseOthers: true });
  const free = await create(frames[3], false);
  for (const frame of frames.slice(1)) fakePlayerOf(frame).goTo(3);
  fakePlayerOf(frames[3]).goTo(1);
  await eventually(() => expect(free.info.state).toBe('playing'));
  fakePlayerOf(frames[0]).goTo(1);
  await eventually(() => expect([frames[1], frames[2]].map(commandsOf)).toEqual([['pauseVideo'], ['pauseVideo']]));
  expect(commandsOf(frames[3])).toEqual([]);
  // Playback that continues after buffering is no new start.
  fakePlayerOf(frames[1]).goTo(2);
  fakePlayerOf(frames[0]).goTo(3);
  fakePlayerOf(frames[0]).goTo(1);
  fakePlayerOf(frames[1]).goTo(1);
  await eventually(() => expect(commandsOf(frames[0])).toEqual(['pauseVideo']));
  expect(first.info.state).toBe('playing');
});

test('a player that starts as its request to pause arrives does not pause the player that started later', async () => {
  const [one, other] = [embedFrame(), embedFrame()];
  const late = await create(one, true);
  await create(other, true);
  fakePlayerOf(one).goTo(3);
  await eventually(() => expect(late.info.state).toBe('buffering'));
  fakePlayerOf(other).goTo(1);
  await eventually(() => expect(commandsOf(one)).toEqual(['pauseVideo']));
  // Its frame had begun before the request arrived.
  fakePlayerOf(one).goTo(1);
  fakePlayerOf(one).goTo(2);
  await eventually(() => expect(late.info.state).toBe('paused'));
  expect(commandsOf(other)).toEqual([]);
});

test('a player that is not playing, or that has been destroyed, is not paused by another start', async () => {
  const [one, other, gone] = [embedFrame(), embedFrame(), embedFrame()];
  await create(one, true);
  const playing = await create(other, true);
  const destroyed = await create(gone, true);
  fakePlayerOf(gone).goTo(1);
  await eventually(() => expect(destroyed.info.state).toBe('playing'));
  destroyed.destroy();
  fakePlayerOf(other).goTo(1);
  await eventually(() => expect(playing.info.state).toBe('playing'));
  expect(commandsOf(one)).toEqual([]);
});
