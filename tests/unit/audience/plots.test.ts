import { expect, test } from 'vitest';
import type { ViewersPeriod } from '../../../protocol/provider/viewers-report.ts';
import type { ReportPlot } from '../../../src/audience/viewers-page/report-parts.ts';
import { plotsOf, plottedFrom } from '../../../src/audience/viewers-page/report-plots.ts';
import { NO_BANDWIDTH, NO_FAILURES, NO_FIGURES } from '../../support/viewers-report.ts';
import { axisTop } from '../../../src/audience/plots/plot.ts';

const HOUR_MS = 3_600_000;
const FROM_MS = Date.UTC(2026, 0, 1);
const HOURS = 168;

/** A week by the hour, with a view in each hour from `first` on. */
function weekWithViewsFrom(first: number): ViewersPeriod {
  const points = Array.from({ length: HOURS }, (_, index) => ({
    ...{ atMs: FROM_MS + index * HOUR_MS, ...NO_FIGURES },
    ...(index >= first && { views: 1, watchedMs: 60_000 }),
  }));
  return {
    ...{ fromMs: FROM_MS, toMs: FROM_MS + HOURS * HOUR_MS, stepMs: HOUR_MS, totals: NO_FIGURES, points },
    ...{
      errors: [],
      hosts: [],
      browsers: [],
      devices: [],
      videos: [],
      film: null,
      failures: NO_FAILURES,
      bandwidth: NO_BANDWIDTH,
    },
  };
}

const reportOf = (period: ViewersPeriod, compared: ViewersPeriod | null = null) => ({
  ...{ nowMs: period.toMs, video: null, period, compared, pricePerGb: null },
});
const everyPlot = (report: ReturnType<typeof reportOf>): ReportPlot[] => Object.values(plotsOf(report)).flat();
const placesOf = (report: ReturnType<typeof reportOf>): number[] =>
  everyPlot(report).map(({ options }) => options.places.length);

test('plots of a new site begin an hour before its first view', () => {
  const report = reportOf(weekWithViewsFrom(148));
  expect(plottedFrom(report)).toBe(FROM_MS + 147 * HOUR_MS);
  expect(new Set(placesOf(report))).toEqual(new Set([21]));
  expect(everyPlot(report).every(({ options }) => options.lines.every(({ values }) => values.length === 21))).toBe(
    true,
  );
});

test('plots of a site with one hour of views show half a day', () => {
  expect(new Set(placesOf(reportOf(weekWithViewsFrom(HOURS - 1))))).toEqual(new Set([12]));
});

test('a period that is empty for at most half of its time, or for all of it, is plotted whole', () => {
  for (const first of [0, 80, HOURS])
    expect(new Set(placesOf(reportOf(weekWithViewsFrom(first)))), String(first)).toEqual(new Set([HOURS]));
});

test('a compared period also decides where plots begin, and both periods begin at the same step', () => {
  expect(plottedFrom(reportOf(weekWithViewsFrom(160), weekWithViewsFrom(0)))).toBe(FROM_MS);
  const report = reportOf(weekWithViewsFrom(160), weekWithViewsFrom(150));
  expect(plottedFrom(report)).toBe(FROM_MS + 149 * HOUR_MS);
  expect(everyPlot(report)[0]?.options.lines.map(({ values }) => values.length)).toEqual([19, 19, 19]);
});

test('a plot of failures is drawn for attempts without failures, and a plot without data is empty', () => {
  const period = { ...weekWithViewsFrom(HOURS), totals: NO_FIGURES };
  const { failing, audience } = plotsOf(
    reportOf({ ...period, points: period.points.map((point) => ({ ...point, attempts: 1, failedShare: 0 })) }),
  );
  const emptyOf = (plots: readonly ReportPlot[], id: string) => plots.find((plot) => plot.id === id)?.isEmpty;
  expect([emptyOf(failing, 'failures'), emptyOf(failing, 'start-up'), emptyOf(audience, 'views')]).toEqual([
    false,
    true,
    true,
  ]);
});

test('an axis ends 8 % above the highest value, and at 1 if no value is above zero', () => {
  expect([axisTop(100), axisTop(0.001)]).toEqual([108, 0.00108]);
  expect([axisTop(0), axisTop(null), axisTop(undefined)]).toEqual([1, 1, 1]);
});
