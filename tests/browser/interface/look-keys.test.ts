import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { all, drawn, find, textsOf } from './support/elements.ts';
import { showPlayer } from './support/show-player.ts';
import { compassDegrees, showSphere, SPHERE } from './support/show-sphere.ts';
import { until } from './support/until.ts';

const ANNOUNCE_MS = 400;

test.each([
  ['a', { yaw: 5, pitch: 0 }],
  ['d', { yaw: 355, pitch: 0 }],
  ['w', { yaw: 0, pitch: 5 }],
  ['s', { yaw: 0, pitch: -5 }],
  [']', { fov: 95 }],
  ['[[', { fov: 105 }],
])('the key %s turns or zooms a 360° view, even with the focus on a button', async (key, direction) => {
  const { view } = await showSphere();
  find('.bar-play').focus();
  await userEvent.keyboard(key);
  expect(view.direction).toMatchObject(direction);
});

test('with the focus on the picture arrows look around and plus and minus zoom, instead of seeking', async () => {
  const { view, player } = await showSphere();
  view.canvas.focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowUp}+');
  expect(view.direction).toMatchObject({ yaw: 10, pitch: 5, fov: 95 });
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}-');
  // Zoomed in, a step turns by less.
  expect(view.direction).toMatchObject({ yaw: 0.5, pitch: 0.25, fov: 100 });
  expect(player.executed).toEqual([]);
});

test('without the focus on a 360° picture the right arrow seeks', async () => {
  const { commands } = await showSphere();
  await userEvent.keyboard('{ArrowRight}');
  expect(commands('seekTo')).toEqual([[15, true]]);
  expect(compassDegrees()).toBe(0);
});

test('a 360° picture can be reached by Tab, has a label that explains its keys, and a focus ring', async () => {
  const { view } = await showSphere();
  expect([view.canvas.tabIndex, view.canvas.role]).toEqual([0, 'application']);
  expect(view.canvas.ariaLabel).toMatch(/^360° video\. .*arrow keys/);
  const reached = new Set<Element | null>();
  for (let tabs = 0; tabs < 30 && document.activeElement !== view.canvas; tabs += 1) {
    await userEvent.tab();
    reached.add(document.activeElement);
  }
  expect(reached).toContain(view.canvas);
  expect(getComputedStyle(view.canvas).outlineStyle).toBe('solid');
});

test('the direction of a 360° view is announced once no key has turned it for a while', async () => {
  const { clock } = await showSphere();
  await userEvent.keyboard('aaaaaaaa');
  await clock.advance(ANNOUNCE_MS - 1);
  await userEvent.keyboard('a');
  await clock.advance(ANNOUNCE_MS - 1);
  expect(all('.notice')).toEqual([]);
  await clock.advance(1);
  await until(() => textsOf('.notice')).toEqual(['45° left']);
  await userEvent.keyboard('ddddddddd]]');
  await clock.advance(ANNOUNCE_MS);
  await until(() => textsOf('.notice')[0]).toMatch(/Zoom 111%$/);
});

test('where 360° video cannot be drawn the viewer learns that it plays flat, for five seconds', async () => {
  const { clock, player, reports } = await showPlayer(SPHERE, {
    loadView: async () => {
      throw new Error('no WebGL');
    },
  });
  player.set({ spherical: { yaw: 0, pitch: 0, roll: 0, fov: 100 } });
  await until(() => textsOf('.notice')).toEqual(['This browser can’t show 360° video, so it plays flat']);
  expect([drawn('.compass'), reports.map(({ message }) => message)]).toEqual([[], ['no WebGL']]);
  await clock.advance(5_000);
  await until(() => drawn('.notice')).toEqual([]);
});
