import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { Registry, type RegisteredPlayer } from '../../../src/host/player/registry.ts';

/** The part of a window that the registry uses. */
const createWindow = () => Object.assign(new EventTarget(), { closed: false }) as unknown as Window & typeof globalThis;

function createPlayer(window: Window, suspend = (): void => undefined): RegisteredPlayer {
  const frame = { isConnected: true, ownerDocument: { defaultView: window } } as unknown as HTMLIFrameElement;
  const nothing = (): void => undefined;
  return {
    frame,
    player: {},
    receive: nothing,
    suspend,
    fullscreenChanged: nothing,
    addListener: nothing,
    removeListener: nothing,
  };
}

/** Runs the garbage collector of V8, which is not exposed by default. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

test('windows of closed popups are not kept in memory while a player of the page stays', async () => {
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

test.each([
  [false, 1],
  [true, 0],
])('players in a popup whose pagehide has persisted=%s are suspended %d times', (persisted, expected) => {
  const [page, popup] = [createWindow(), createWindow()];
  const registry = new Registry(page);
  const [inPage, inPopup] = [vi.fn(), vi.fn()];
  registry.add(createPlayer(page, inPage));
  registry.add(createPlayer(popup, inPopup));
  popup.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));
  page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));
  expect([inPage.mock.calls.length, inPopup.mock.calls.length]).toEqual([0, expected]);
});
