import { expect, test } from 'vitest';
import { AHEAD } from '../../../../../protocol/media/spherical.ts';
import { directionWords } from '../../../../../src/page/interface/spherical/direction-words.ts';
import { LOOK_KEY_TABLE, lookActionOf } from '../../../../../src/page/interface/spherical/look-key-table.ts';
import { createLanguage } from '../../../../../src/page/language/language.ts';
import { SphericalLoader } from '../../../../../src/page/spherical/spherical-loader.ts';
import type { SphericalView } from '../../../../../src/page/spherical/spherical-view.ts';
import { createFakePlayer } from '../../../../support/fake-player.ts';

const english = createLanguage({ code: 'en', locale: 'en' });

test.each([
  [{}, 'Straight ahead'],
  [{ yaw: 45, pitch: 10 }, '45° left, 10° up'],
  [{ yaw: 270, pitch: -90 }, '90° right, 90° down'],
  [{ yaw: 359.8, pitch: 0.3 }, 'Straight ahead'],
  [{ yaw: 180, fov: 50 }, '180° left, Zoom 200%'],
])('the direction %o is described as “%s”', (direction, words) => {
  expect(directionWords({ ...AHEAD, ...direction }, english)).toBe(words);
});

test('letters turn the spherical view anywhere, arrows only with the focus on the picture, and no key is bound twice', () => {
  for (const name of ['w', 'a', 's', 'd', '[', ']']) expect(lookActionOf(name, false)).toBeDefined();
  for (const name of ['ArrowLeft', 'ArrowUp', '+', '-']) {
    expect(lookActionOf(name, false)).toBeUndefined();
    expect(lookActionOf(name, true)).toBeDefined();
  }
  expect(lookActionOf('k', true)).toBeUndefined();
  const names = LOOK_KEY_TABLE.flatMap(({ keys }) => Object.keys(keys));
  expect(new Set(names).size).toBe(names.length);
});

test('with single keys turned off, letters do not turn the spherical view, and keys that need the focus still do', () => {
  for (const name of ['w', '[', ']']) expect(lookActionOf(name, true, false)).toBeUndefined();
  for (const name of ['ArrowLeft', '+']) {
    expect(lookActionOf(name, true, false)).toBeDefined();
    expect(lookActionOf(name, false, false)).toBeUndefined();
  }
});

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const unexpected = (error: unknown): void => {
  throw error;
};

test('the spherical view is loaded once, with the first spherical video', async () => {
  const player = createFakePlayer();
  const view = {} as SphericalView;
  let loads = 0;
  const load = (): Promise<SphericalView> => {
    loads += 1;
    return Promise.resolve(view);
  };
  const loader = new SphericalLoader(player, load, unexpected as () => void, unexpected);
  player.set({ volume: 50 });
  expect(loads).toBe(0);
  player.set({ spherical: AHEAD });
  player.set({ spherical: { ...AHEAD, yaw: 3 } });
  await settle();
  expect(loads).toBe(1);
  expect(loader.get()).toBe(view);
});

test('every spherical video plays flat if the spherical view fails to load', async () => {
  const player = createFakePlayer();
  const errors: unknown[] = [];
  const loader = new SphericalLoader(
    player,
    () => Promise.reject(new Error('offline')),
    () => player.set({ spherical: {} }),
    (error) => errors.push(error),
  );
  player.set({ spherical: AHEAD });
  await settle();
  expect(loader.get()).toBe('unavailable');
  expect(player.getSnapshot().spherical).toEqual({});
  expect(errors).toHaveLength(1);
  player.set({ spherical: { ...AHEAD } });
  expect(player.getSnapshot().spherical).toEqual({});
});
