import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { Registry, type RegisteredPlayer } from '../../../src/host/player/registry.ts';

/** The part of a window that the registry uses. */
const createWindow = () => Object.assign(new EventTarget(), { closed: false }) as unknown as Window & typeof globalThis;

function createPlayer(window: Window): RegisteredPlayer {
  const frame = { isConnected: true, ownerDocument: { defaultView: window } } as unknown as HTMLIFrameElement;
  const nothing = (): void => undefined;
  return {
    frame,
    player: {},
    receive: nothing,
    suspend: nothing,
    fullscreenChanged: nothing,
    addListener: nothing,
    removeListener: nothing,
  };
}

/** The collector of the engine, which is hidden by default. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

test('child documents that have gone are not kept by a player of the page that stays', async () => {
  const page = createWindow();
  const registry = new Registry(page);
  const stays = createPlayer(page);
  registry.add(stays);
  const windows = Array.from({ length: 10 }, () => {
    const window = createWindow();
    const player = createPlayer(window);
    registry.add(player);
    Object.assign(player.frame, { isConnected: false });
    Object.assign(window, { closed: true });
    return new WeakRef(window);
  });
  registry.add(stays);
  await expect
    .poll(() => {
      collectGarbage();
      return windows.filter((window) => window.deref() !== undefined).length;
    })
    .toBe(0);
});
