import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { captionsOf, cueOf, waitForCues } from './support/caption-parts.ts';
import { boxOf, drawn, nextFrame } from './support/elements.ts';
import { mouse } from './support/real-pointers.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

const LOW = cueOf('At the bottom');
const HIGH = cueOf('At the top', { line: 0 });
/** Shows captions over a playing video, whose controls hide without input. */
async function show(cues: readonly VTTCue[], size: readonly [number, number] = [640, 360]): Promise<ShownPlayer> {
  const shown = await showPlayer({ state: PLAYER_STATE.playing, captions: captionsOf(cues) }, { size });
  await waitForCues(cues.length);
  await until(() => drawn('.control-bar').length).toBe(1);
  return shown;
}

/** Captions follow the controls after the layout. */
async function settle(): Promise<void> {
  await nextFrame();
  await nextFrame();
  for (const animation of document.getAnimations()) animation.finish();
}

async function hideControls({ clock, root }: ShownPlayer): Promise<void> {
  await mouse.leave();
  await clock.advance(10_000);
  await until(() => root.hasAttribute('data-idle')).toBe(true);
  await settle();
}

async function showControls({ root }: ShownPlayer): Promise<void> {
  await mouse.moveTo([300, 180]);
  await until(() => root.hasAttribute('data-idle')).toBe(false);
  await settle();
}

const frameOf = (text: string): DOMRect => {
  const frames = [...document.querySelectorAll('.caption-frame')];
  return frames.find(({ textContent }) => textContent === text)?.getBoundingClientRect() ?? new DOMRect();
};

test('captions at the bottom lie above the bar while it shows, and fall to the bottom when it hides', async () => {
  const shown = await show([LOW]);
  await settle();
  expect(frameOf('At the bottom').bottom).toBeLessThanOrEqual(boxOf('.control-bar').top);
  await hideControls(shown);
  expect(frameOf('At the bottom').bottom).toBeGreaterThan(340);
  await showControls(shown);
  expect(frameOf('At the bottom').bottom).toBeLessThanOrEqual(boxOf('.control-bar').top);
});

test('captions at the top lie below the row of the title while it shows, and rise when it hides', async () => {
  const shown = await show([HIGH]);
  await settle();
  expect(frameOf('At the top').top).toBeGreaterThanOrEqual(boxOf('.top-actions').bottom - 1);
  await hideControls(shown);
  expect(frameOf('At the top').top).toBeLessThan(20);
});

test('captions at the bottom move above the preview of the seek bar, and back when it closes', async () => {
  await show([LOW], [900, 500]);
  const { left, top, width, height } = boxOf('.seek');
  await mouse.moveTo([left + width / 2, top + height / 2]);
  await until(() => document.querySelectorAll('.seek-preview').length).toBe(1);
  await settle();
  expect(frameOf('At the bottom').top).toBeGreaterThanOrEqual(boxOf('.top-actions').bottom - 1);
  expect(frameOf('At the bottom').bottom).toBeLessThanOrEqual(boxOf('.seek-preview').top + 1);
  await mouse.leave();
  await until(() => document.querySelectorAll('.seek-preview').length).toBe(0);
  await settle();
  expect(frameOf('At the bottom').bottom).toBeGreaterThan(300);
});

test('a cue with a position keeps it: left of the middle, at its own height, with its own width', async () => {
  await show([cueOf('Left', { line: 40, snapToLines: false, position: 10, size: 30, align: 'start' })]);
  const { left, top, right } = frameOf('Left');
  const window = boxOf('.captions');
  expect((left - window.left) / window.width).toBeCloseTo(0.1, 1);
  expect((top - window.top) / window.height).toBeCloseTo(0.4, 1);
  expect(right).toBeLessThan(window.left + window.width * 0.4 + 1);
});

test.each([
  [200, 113],
  [240, 135],
])('at %i × %i px a notice leaves two lines of captions to be read', async (width, height) => {
  await show([cueOf('We begin far away from\nthe set')], [width, height]);
  await userEvent.keyboard('>');
  await until(() => drawn('.notice').length).toBe(1);
  await settle();
  const lines = boxOf('.caption-frame');
  expect([boxOf('.notice').top >= 0, boxOf('.notice').bottom <= lines.top]).toEqual([true, true]);
});
