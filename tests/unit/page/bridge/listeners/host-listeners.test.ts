import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { HostWindow } from '../../../../../src/page/bridge/bridge-window.ts';
import { HostListeners, LISTENERS_MAX } from '../../../../../src/page/bridge/listeners/host-listeners.ts';

const ORIGIN = 'https://host.example';
const createWindow = (): HostWindow => ({ postMessage: () => undefined });

/** Runs the garbage collector of V8, which is hidden by default. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

test('windows of listeners that were dropped for newer listeners can be garbage-collected', async () => {
  const listeners = new HostListeners();
  const windows = Array.from({ length: 3 * LISTENERS_MAX }, () => {
    const window = createWindow();
    listeners.of({ event: 'listening' }, window, ORIGIN);
    return new WeakRef(window);
  });
  await expect
    .poll(() => {
      collectGarbage();
      return windows.filter((window) => window.deref() !== undefined).length;
    })
    .toBe(LISTENERS_MAX);
});

test('each pair of window and id is one listener, and ids of different types are different', () => {
  const listeners = new HostListeners();
  const window = createWindow();
  const of = (id?: number | string | null) => listeners.of({ event: 'listening', id }, window, ORIGIN);
  const known = [1, '1', '', null, undefined].map(of);
  expect(new Set(known).size).toBe(5);
  expect([1, '1', '', null, undefined].map(of)).toEqual(known);
  expect(listeners.of({ event: 'listening', id: 1 }, createWindow(), ORIGIN)).not.toBe(known[0]);
});

test('past the limit the least recently active listener is dropped', () => {
  const listeners = new HostListeners();
  const window = createWindow();
  const of = (id: number) => listeners.of({ event: 'listening', id }, window, ORIGIN);
  const first = of(0);
  const second = of(1);
  for (let id = 2; id < LISTENERS_MAX; id += 1) of(id);
  expect(of(0)).toBe(first);
  of(LISTENERS_MAX);
  expect(of(0)).toBe(first);
  expect(of(1)).not.toBe(second);
});
