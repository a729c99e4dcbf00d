import { expect, onTestFinished, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { listenForLooking } from '../../../src/page/spherical/look-gestures.ts';
import type { SphericalView } from '../../../src/page/spherical/spherical-view.ts';
import { drawn, middleOf } from './support/elements.ts';
import { finger } from './support/real-pointers.ts';
import { showSphere, type ShownSphere } from './support/show-sphere.ts';
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
