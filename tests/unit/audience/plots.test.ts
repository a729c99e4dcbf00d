import { expect, test } from 'vitest';
import type { ViewersFigures, ViewersPeriod } from '../../../protocol/provider/viewers-report.ts';
import { plotsOf, plottedFrom } from '../../../src/audience/viewers-page/report-plots.ts';

const HOUR_MS = 3_600_000;
const FROM_MS = Date.UTC(2026, 0, 1);
const HOURS = 168;
const NOTHING: ViewersFigures = {
  ...{
    views: 0,
    attempts: 0,
    failed: 0,
    failedShare: null,
    leftEarly: 0,
    watchedMs: 0,
    viewersAtOnce: 0,
    startUpMs: null,
    stalls: 0,
    stalledMs: 0,
  },
  ...{ stallsPerHour: null, droppedShare: null, qualityMs: {} },
};

/** A week by the hour, with a view in each of the hours from this one on. */
function weekWithViewsFrom(first: number): ViewersPeriod {
  const points = Array.from({ length: HOURS }, (_, index) => ({
    ...{ atMs: FROM_MS + index * HOUR_MS, ...NOTHING },
    ...(index >= first && { views: 1, watchedMs: 60_000 }),
  }));
  return {
    ...{ fromMs: FROM_MS, toMs: FROM_MS + HOURS * HOUR_MS, stepMs: HOUR_MS, totals: NOTHING, points },
    ...{ errors: [], hosts: [], browsers: [], devices: [], videos: [], film: null },
  };
}

const reportOf = (period: ViewersPeriod, compared: ViewersPeriod | null = null) => ({
  ...{ nowMs: period.toMs, video: null, period, compared },
});
const placesOf = (report: ReturnType<typeof reportOf>): number[] =>
  plotsOf(report).map(({ options }) => options.places.length);

test('plots of a young site begin an hour before its first view instead of with six empty days', () => {
  const report = reportOf(weekWithViewsFrom(148));
  expect(plottedFrom(report)).toBe(FROM_MS + 147 * HOUR_MS);
  expect(new Set(placesOf(report))).toEqual(new Set([21]));
  expect(plotsOf(report).every(({ options }) => options.lines.every(({ values }) => values.length === 21))).toBe(true);
});

test('a site of an hour has plots of half a day, and not of one bar', () => {
  expect(new Set(placesOf(reportOf(weekWithViewsFrom(HOURS - 1))))).toEqual(new Set([12]));
});

test('a site that was quiet for no more than half of the time, or for all of it, is shown whole', () => {
  for (const first of [0, 80, HOURS])
    expect(new Set(placesOf(reportOf(weekWithViewsFrom(first)))), String(first)).toEqual(new Set([HOURS]));
});

test('a time that is compared with counts as something to show, and both begin at the same step', () => {
  expect(plottedFrom(reportOf(weekWithViewsFrom(160), weekWithViewsFrom(0)))).toBe(FROM_MS);
  const report = reportOf(weekWithViewsFrom(160), weekWithViewsFrom(150));
  expect(plottedFrom(report)).toBe(FROM_MS + 149 * HOUR_MS);
  expect(plotsOf(report)[0]?.options.lines.map(({ values }) => values.length)).toEqual([19, 19]);
});
