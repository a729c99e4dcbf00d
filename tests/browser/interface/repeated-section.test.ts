import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { all, boxOf, drawn, textsOf } from './support/elements.ts';
import { mouse } from './support/real-pointers.ts';
import { onBar, showBar, WINDOW } from './support/seek-parts.ts';
import type { ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

/** Both ends of the drawn section, percent of the bar. */
function sectionPercents(): readonly number[] {
  const bar = boxOf('.seek');
  return drawn('.seek-section').flatMap((section) => {
    const { left, right } = section.getBoundingClientRect();
    return [left, right].map((pixels) => Math.round(((pixels - bar.left) / bar.width) * 100));
  });
}

/** Marks a place of the video with the key. */
async function mark({ player }: ShownPlayer, seconds: number): Promise<void> {
  player.set({ position: { seconds, atMs: 0, rate: 0 } });
  await userEvent.keyboard('r');
}

test('R marks the start, then the end, then ends it, and says so each time', async () => {
  const shown = await showBar();
  await mark(shown, 20);
  await until(() => textsOf('.notice')).toEqual(['Loop starts at 0:20']);
  await until(() => sectionPercents()[0]).toBe(20);
  await mark(shown, 50);
  await until(() => textsOf('.notice')).toEqual(['Looping 0:20–0:50']);
  await until(sectionPercents).toEqual([20, 50]);
  await mark(shown, 60);
  await until(() => textsOf('.notice')).toEqual(['A–B loop off']);
  await until(sectionPercents).toEqual([]);
});

test('a start without an end is a mark that can be seen', async () => {
  const shown = await showBar();
  await mark(shown, 20);
  await until(() => drawn('.seek-section').length).toBe(1);
  expect(boxOf('.seek-section').width).toBeGreaterThanOrEqual(2);
});

test('an end before the start means the part between them', async () => {
  const shown = await showBar();
  await mark(shown, 50);
  await mark(shown, 20);
  await until(() => textsOf('.notice')).toEqual(['Looping 0:20–0:50']);
  await until(sectionPercents).toEqual([20, 50]);
});

test.each([
  [1, 10_000],
  [2, 5_000],
])('at a speed of %i the section goes back to its start when its end is reached', async (rate, durationMs) => {
  const shown = await showBar();
  await mark(shown, 20);
  await mark(shown, 30);
  const { clock, commands, player } = shown;
  player.goTo(PLAYER_STATE.playing, { position: { seconds: 20, atMs: clock.monotonicNow(), rate } });
  await clock.advance(durationMs - 1);
  expect(commands('seekTo')).toEqual([]);
  await clock.advance(1);
  expect(commands('seekTo')).toEqual([[20, true]]);
});

test('a pause in the section does not take the viewer back', async () => {
  const shown = await showBar();
  await mark(shown, 20);
  await mark(shown, 30);
  await shown.clock.advance(60_000);
  expect(shown.commands('seekTo')).toEqual([]);
});

test('the section ends with its video', async () => {
  const shown = await showBar();
  await mark(shown, 20);
  await mark(shown, 50);
  shown.player.set({ video: { ...VIDEO, videoId: 'orielmp4001' } });
  await until(sectionPercents).toEqual([]);
});

test('the context menu marks it too, with the name of what the next press does', async () => {
  const { player } = await showBar();
  const labels: (string | undefined)[] = [];
  for (const seconds of [20, 50, 60]) {
    player.set({ position: { seconds, atMs: 0, rate: 0 } });
    await mouse.click([320, 100], 'right');
    await until(() => drawn('[data-row="section"]').length).toBe(1);
    labels.push(textsOf('[data-row="section"]')[0]);
    await userEvent.click(drawn('[data-row="section"]')[0] ?? document.body);
    await until(() => drawn('[data-panel]')).toEqual([]);
  }
  expect(labels).toEqual(['Set loop start', 'Set loop end', 'A–B loop off']);
});

test('a live stream offers no section in its menu', async () => {
  await showBar(WINDOW);
  await mouse.click([320, 100], 'right');
  await until(() => drawn('[data-row="copyLink"]').length).toBe(1);
  expect(all('[data-row="section"]')).toEqual([]);
});

test('the marks lie beneath the pointer: a press on the section seeks', async () => {
  const shown = await showBar();
  await mark(shown, 20);
  await mark(shown, 50);
  await until(sectionPercents).toEqual([20, 50]);
  await mouse.click(onBar(0.4));
  expect(shown.commands('seekTo')).toEqual([[expect.closeTo(40, 0), true]]);
});
