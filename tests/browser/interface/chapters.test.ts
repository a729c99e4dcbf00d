import { beforeEach, expect, test } from 'vitest';
import { page as frame, userEvent } from 'vitest/browser';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';
import { panels } from '../../../src/page/interface/panels/panels.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { openInterface, type OpenInterface } from './support/open-interface.ts';
import { until } from './support/until.ts';

const CHAPTERS = [
  { title: 'Sand', startSeconds: 0 },
  { title: 'Sea', startSeconds: 8 },
  { title: 'Sky', startSeconds: 15 },
];
const STORYBOARD = {
  ...{ url: '/board.jpg', tileWidth: 160, tileHeight: 90, columns: 2, rows: 2, tileCount: 4, intervalSeconds: 5 },
};

beforeEach(() => frame.viewport(800, 450));

async function open(video: Partial<PlayerSnapshot['video']> = {}): Promise<OpenInterface> {
  const opened = await openInterface({ position: { seconds: 9, atMs: 0, rate: 0 } });
  opened.player.set({ video: { ...VIDEO, chapters: CHAPTERS, ...video } });
  opened.mount(opened.features);
  await until(() => opened.container.querySelectorAll('.time').length).toBe(1);
  return opened;
}

async function openPanel(video?: Partial<PlayerSnapshot['video']>): Promise<OpenInterface> {
  const opened = await open(video);
  await frame.getByRole('button', { name: 'Chapters: Sea' }).click();
  await until(() => opened.container.querySelectorAll('.chapters').length).toBe(1);
  return opened;
}

const lines = ({ container }: OpenInterface): HTMLElement[] => [
  ...container.querySelectorAll<HTMLElement>('.chapters .menu-item'),
];
const current = (opened: OpenInterface) =>
  lines(opened)
    .filter((line) => line.getAttribute('aria-current') === 'true')
    .map(({ textContent }) => textContent);
const focused = () => document.activeElement?.textContent;

test('the name in the bar opens the list, which has every chapter and marks the present one', async () => {
  const opened = await openPanel();
  const button = opened.container.querySelector('.time-chapter');
  expect([button?.ariaHasPopup, button?.ariaExpanded]).toEqual(['dialog', 'true']);
  expect(lines(opened).map(({ textContent }) => textContent)).toEqual(['1Sand0:00', '2Sea0:08', '3Sky0:15']);
  expect([current(opened), focused()]).toEqual([['2Sea0:08'], '2Sea0:08']);
});

const BEST = { response: { playabilityStatus: { status: 'OK' as const }, mostWatchedSeconds: 11.5 } };

test('the most watched moment is between the chapters without being a chapter, and a press seeks to it', async () => {
  const opened = await openPanel(BEST);
  const texts = lines(opened).map(({ textContent }) => textContent);
  expect(texts).toEqual(['1Sand0:00', '2Sea0:08', 'Most watched0:11', '3Sky0:15']);
  expect(current(opened)).toEqual(['2Sea0:08']);
  lines(opened)[2]?.click();
  expect(opened.player.executed.at(-1)?.command).toEqual({ name: 'seekTo', arguments: [11.5, true] });
});

test('the mark of the current chapter follows playback', async () => {
  const opened = await openPanel();
  opened.player.set({ position: { seconds: 15.2, atMs: 0, rate: 0 } });
  await until(() => current(opened)).toEqual(['3Sky0:15']);
});

test('in the list of chapters arrows, Home and End move the focus; Enter seeks, closes the list and returns the focus', async () => {
  const opened = await openPanel();
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('3Sky0:15');
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('1Sand0:00');
  await userEvent.keyboard('{End}');
  expect(focused()).toBe('3Sky0:15');
  await userEvent.keyboard('{Home}{Enter}');
  expect(opened.player.executed.at(-1)?.command).toEqual({ name: 'seekTo', arguments: [0, true] });
  await until(() => lines(opened)).toEqual([]);
  expect(document.activeElement?.className).toBe('time-chapter');
});

test('with a storyboard each line has a picture instead of a number', async () => {
  const opened = await openPanel({ storyboard: STORYBOARD });
  expect(lines(opened).map(({ textContent }) => textContent)).toEqual(['Sand0:00', 'Sea0:08', 'Sky0:15']);
  const pictures = [...opened.container.querySelectorAll<HTMLElement>('.chapter-picture')];
  expect(pictures.map(({ style }) => style.backgroundPosition)).toEqual(['0% 0%', '0% 100%', '100% 100%']);
  const { width, height } = pictures[0]?.getBoundingClientRect() ?? new DOMRect();
  expect(width / height).toBeCloseTo(16 / 9, 1);
});

test('“More” leads to the list, from two chapters on', async () => {
  const opened = await open();
  const row = () => opened.container.querySelector<HTMLElement>('.more-menu [data-row="chapters"]');
  opened.features.get(panels).open('more');
  await until(() => row()?.textContent).toBe('Chapters');
  opened.player.set({ video: { ...VIDEO, chapters: CHAPTERS.slice(0, 1) } });
  await until(row).toBeNull();
  expect(opened.container.querySelector('.time-chapter')?.tagName).toBe('BDI');
  opened.player.set({ video: { ...VIDEO, chapters: CHAPTERS } });
  await until(() => row()?.textContent).toBe('Chapters');
  row()?.click();
  await until(() => lines(opened).length).toBe(3);
});
