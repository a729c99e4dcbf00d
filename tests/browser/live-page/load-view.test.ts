import { expect, onTestFinished, test } from 'vitest';
import type { LoadPoint } from '../../../protocol/provider/observation.ts';
import { LoadView } from '../../../src/audience/live-page/load-view.ts';

const STEP_MS = 30_000;
const NOON_MS = Date.UTC(2026, 0, 6, 12);

function point(index: number, over: Partial<LoadPoint> = {}): LoadPoint {
  const counts = {
    requests: 300,
    errors: 3,
    refused: 6,
    shedRows: 60,
    events: 90,
    p50Ms: 4,
    p99Ms: 1_250,
    newcomerMs: 1_500,
  };
  return { atMs: NOON_MS + index * STEP_MS, lengthMs: STEP_MS, ...counts, ...over };
}

function open(): { view: LoadView; frame: HTMLElement } {
  const frame = document.body.appendChild(document.createElement('div'));
  onTestFinished(() => frame.remove());
  return { view: new LoadView(frame), frame };
}

const readings = (frame: HTMLElement): string[] =>
  [...frame.querySelectorAll('[role=slider]')].map(
    (plot) => (plot.getAttribute('aria-valuetext') ?? '').split(': ')[1] ?? '',
  );

test('the curves show rates per second and durations, and new numbers keep the plots’ elements', () => {
  const { view, frame } = open();
  view.show([]);
  expect(frame.textContent).toContain('The first points appear after five seconds.');
  view.show([point(0)]);
  const first = [...frame.querySelectorAll('[role=slider]')];
  expect(readings(frame)).toEqual([
    'Requests 10',
    'Median (p50) 4 ms, 99th percentile (p99) 1.25 s, New connection 1.5 s',
    'Errors 0.1',
    'Refused requests 0.2, Deleted rows 2',
    'Events 3',
  ]);
  view.show([point(0), point(1, { lengthMs: 10_000, events: 45, p50Ms: null, p99Ms: null })]);
  expect([...frame.querySelectorAll('[role=slider]')]).toEqual(first);
  expect(readings(frame).slice(1)).toEqual([
    'Median (p50) –, 99th percentile (p99) –, New connection 1.5 s',
    'Errors 0.3',
    'Refused requests 0.6, Deleted rows 6',
    'Events 4.5',
  ]);
});
