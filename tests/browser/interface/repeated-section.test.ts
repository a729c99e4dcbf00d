import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
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

test('R marks the start, then the end, then clears the section, and shows a notice each time', async () => {
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

test('a section whose second mark is earlier than the first repeats the part between them', async () => {
  const shown = await showBar();
  await mark(shown, 50);
  await mark(shown, 20);
  await until(() => textsOf('.notice')).toEqual(['Looping 0:20–0:50']);
  await until(sectionPercents).toEqual([20, 50]);
});

test('the context menu marks the section too, and names the effect of the next press', async () => {
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
