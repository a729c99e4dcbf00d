import { expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { ANNOUNCE_DELAY_MS } from '../../../src/page/interface/spherical/look-keys.ts';
import { listenForLooking } from '../../../src/page/spherical/look-gestures.ts';
import type { SphericalView } from '../../../src/page/spherical/spherical-view.ts';
import { drawn, find, middleOf } from './support/elements.ts';
import { overlaps } from './support/overlaps.ts';
import { finger } from './support/real-pointers.ts';
import { showSphere, SPHERE, type ShownSphere } from './support/show-sphere.ts';
import { until } from './support/until.ts';

/** A paused 360° video whose picture and middle buttons follow the gestures of a finger. */
async function show(): Promise<ShownSphere> {
  const shown = await showSphere();
  const { root, media } = shown;
  const listening = new AbortController();
  onTestFinished(() => listening.abort());
  listenForLooking({ view: shown.view as SphericalView, root, media }, listening.signal);
  root.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'touch', bubbles: true }));
  await until(() => drawn('.centre-play').length).toBe(1);
  return shown;
}

test('a tap on a button in the middle of a 360° video still presses it', async () => {
  const { view, player } = await show();
  await finger.tap(middleOf('.centre-play'));
  await until(() => player.getSnapshot().state).toBe(PLAYER_STATE.playing);
  expect(view.direction.yaw).toBe(0);
});

test.each(['.centre-play', '.skip-button[data-icon="skipForward"]'])(
  'a finger that drags from %s looks around, and presses nothing',
  async (button) => {
    const { view, player } = await show();
    const [x, y] = middleOf(button);
    await finger.down([x, y]);
    for (const moved of [20, 40, 60, 80]) await finger.moveTo([x + moved, y]);
    await until(() => view.direction.yaw).not.toBe(0);
    await finger.up();
    expect([player.getSnapshot().state, player.executed.map(({ command }) => command.name)]).toEqual([
      PLAYER_STATE.paused,
      [],
    ]);
  },
);

test.each([
  [344, 194],
  [200, 112],
])('in a frame of %i × %i the direction is read over the buttons for looking around', async (width, height) => {
  const { root, player, clock } = await showSphere(SPHERE, { size: [width, height] });
  player.goTo(PLAYER_STATE.playing);
  root.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'touch', bubbles: true }));
  await until(() => root.dataset['pointer']).toBe('coarse');
  find('.compass').click();
  await until(() => drawn('.look-pad').length).toBe(1);
  find('.look-pad .icon-button[style*="right"]').focus();
  await userEvent.keyboard('{Enter}');
  await clock.advance(ANNOUNCE_DELAY_MS);
  await until(() => drawn('.notice').length).toBe(1);
  const { left, right, top, bottom } = find('.notice').getBoundingClientRect();
  expect([left >= 0, right <= width, top >= 0]).toEqual([true, true, true]);
  // The notice ignores the pointer; the hit test needs it to take presses.
  find('.notices').style.pointerEvents = 'auto';
  const middle = (top + bottom) / 2;
  for (const x of [left + 8, (left + right) / 2, right - 8])
    expect(document.elementFromPoint(x, middle)?.closest('.notices')).not.toBeNull();
  if (height > 160) expect(overlaps(['.notice', '.look-pad'])).toEqual([]);
});
