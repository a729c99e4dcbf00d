import { expect, onTestFinished, test } from 'vitest';
import type { PlotLine } from '../../../src/audience/plots/plot-line.ts';
import { Plot, type PlotOptions } from '../../../src/audience/plots/plot.ts';
import '../../../src/audience/plots/styles/plots.css';

const HOUR_MS = 3_600_000;
const BEGIN_MS = Date.UTC(2026, 0, 6, 8);
const hours = (count: number): number[] => Array.from({ length: count }, (_, index) => BEGIN_MS + index * HOUR_MS);
const line = (label: string, colour: PlotLine['colour'], values: PlotLine['values']): PlotLine => ({
  ...{ label, colour, values },
  look: 'line',
});

const OPTIONS: PlotOptions = {
  title: 'Something',
  places: hours(9),
  isTime: true,
  isUtc: true,
  lines: [line('One', '--plot-1', [1, 2, 3, 4, 5, 6, 7, 8, 9])],
  formatPlace: (place) => `at ${(place - BEGIN_MS) / HOUR_MS}`,
  formatTick: (place) => new Date(place).toUTCString(),
  formatValue: String,
};

function open(options: Partial<PlotOptions> = {}): Plot {
  const plot = new Plot({ ...OPTIONS, ...options });
  plot.element.style.width = '640px';
  document.body.append(plot.element);
  onTestFinished(() => {
    plot.destroy();
    plot.element.remove();
  });
  plot.fit();
  return plot;
}

const drawn = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

function canvasOf(plot: Plot): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = plot.element.querySelector('canvas');
  const context = canvas?.getContext('2d');
  if (!canvas || !context) throw new Error('the plot has no canvas');
  return { canvas, context };
}

/** Whether a colour of the page is on the canvas. */
function has(plot: Plot, colour: PlotLine['colour']): boolean {
  const { canvas, context } = canvasOf(plot);
  const wanted = getComputedStyle(document.documentElement).getPropertyValue(colour).trim();
  const [red, green, blue] = [1, 3, 5].map((from) => Number.parseInt(wanted.slice(from, from + 2), 16));
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 0; at < data.length; at += 4)
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) return true;
  return false;
}

function readingOf(plot: Plot): string | null {
  return plot.element.querySelector('[role=slider]')?.getAttribute('aria-valuetext') ?? null;
}

test('the last label of a time axis is inside of the plot, however long it is', async () => {
  const plot = open();
  const { canvas, context } = canvasOf(plot);
  const ends: number[] = [];
  const fillText = context.fillText.bind(context);
  context.fillText = (text: string, x: number, y: number) => {
    if (context.textAlign === 'center') ends.push(x + context.measureText(text).width / 2);
    fillText(text, x, y);
  };
  plot.repaint();
  await drawn();
  expect(ends.length).toBeGreaterThan(1);
  expect(Math.max(...ends)).toBeLessThanOrEqual(canvas.width);
});

test('three lines with the same values are all visible', async () => {
  const same = OPTIONS.places.map(() => 5);
  const plot = open({
    lines: [line('p50', '--plot-1', same), line('p90', '--plot-2', same), line('p99', '--plot-3', same)],
  });
  await drawn();
  expect([has(plot, '--plot-1'), has(plot, '--plot-2'), has(plot, '--plot-3')]).toEqual([true, true, true]);
});

test('a line with only one value is drawn as a point', async () => {
  const values = OPTIONS.places.map((_, index) => (index === 4 ? 5 : null));
  const plot = open({ lines: [line('One', '--plot-1', values)] });
  await drawn();
  expect(has(plot, '--plot-1')).toBe(true);
});

test('a cursor at the last point follows new points, and any other cursor stays at its point', () => {
  const plot = open();
  const later = (count: number): void =>
    plot.show({
      places: hours(count),
      lines: [
        line(
          'One',
          '--plot-1',
          Array.from({ length: count }, (_, index) => index * 10),
        ),
      ],
    });
  expect(readingOf(plot)).toBe('at 8: One 9');
  later(12);
  expect(readingOf(plot)).toBe('at 11: One 110');
  const surface = plot.element.querySelector<HTMLElement>('[role=slider]');
  surface?.focus();
  surface?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home' }));
  surface?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
  expect(readingOf(plot)).toBe('at 1: One 10');
  later(14);
  expect(readingOf(plot)).toBe('at 1: One 10');
  expect(surface?.getAttribute('aria-valuemax')).toBe('13');
  surface?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
  expect(readingOf(plot)).toBe('at 2: One 20');
});
