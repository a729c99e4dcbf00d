import { expect, onTestFinished, test } from 'vitest';
import type { ViewersPeriod, ViewersReport } from '../../../protocol/provider/viewers-report.ts';
import { createAddresses } from '../../../src/audience/viewers-page/addresses.ts';
import { NO_BANDWIDTH, NO_FAILURES, NO_FIGURES } from '../../support/viewers-report.ts';
import { ReportView } from '../../../src/audience/viewers-page/report-view.ts';

const HOUR_MS = 3_600_000;
const FROM_MS = Date.UTC(2026, 0, 6);

/** Twenty hours, of which the last ones had a viewer for a minute. */
function periodWith(viewersAtOnce: number, first: number): ViewersPeriod {
  const figures = {
    ...{ ...NO_FIGURES, views: 1, attempts: 4, failed: 1, failedShare: 0.25, leftEarly: 2, leftEarlyShare: 0.5 },
    ...{ watchedMs: 45_000, viewersAtOnce, stallsPerHour: 0 },
  };
  const none = { ...NO_FIGURES, stallsPerHour: 0 };
  const points = Array.from({ length: 20 }, (_, hour) => ({
    ...{ atMs: FROM_MS + hour * HOUR_MS },
    ...(hour >= first ? figures : none),
  }));
  return {
    ...{ fromMs: FROM_MS, toMs: FROM_MS + 20 * HOUR_MS, stepMs: HOUR_MS, totals: figures, points },
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

function open(period: ViewersPeriod, over: Partial<ViewersReport> = {}): HTMLElement {
  const addresses = createAddresses('/provider/viewers');
  const report = { nowMs: period.toMs, video: null, period, compared: null, pricePerGb: null, ...over };
  const view = new ReportView(report, { addresses, asked: {}, page: {} });
  document.body.append(view.element);
  onTestFinished(() => {
    view.destroy();
    view.element.remove();
  });
  return view.element;
}

test('concurrent viewers are whole numbers in the tile and at the peak of the plot', () => {
  const view = open(periodWith(0.15, 0));
  const tile = [...view.querySelectorAll('.tiles > div')].find((one) => one.textContent.startsWith('At once'));
  const reading = view.querySelector('.at-once [role=slider]')?.getAttribute('aria-valuetext');
  const peak = /At once (\S+)$/.exec(reading ?? '')?.[1];
  expect(peak).toBe('1');
  expect(tile?.querySelector('dd')?.textContent).toBe(peak);
});

test('a report says on which day its plots begin if they leave out empty days at the beginning', () => {
  const note = (view: HTMLElement): string => view.querySelector('.hint')?.textContent ?? '';
  expect(note(open(periodWith(1, 15)))).toContain('Plots over time begin with');
  expect(note(open(periodWith(1, 2)))).not.toContain('Plots over time begin with');
});

test('the tiles show the share that failed, the sent bytes and their cost, each with a link to its details', () => {
  const bytes = { sentBytes: 2e9, measuredBytes: 0 };
  const bandwidth = {
    ...NO_BANDWIDTH,
    ...bytes,
    month: { fromMs: FROM_MS, sentBytes: 12_340_000_000, measuredBytes: 0 },
  };
  const view = open({ ...periodWith(1, 0), bandwidth }, { pricePerGb: 0.05 });
  const tiles = [...view.querySelectorAll('.tiles > div')].map((one) => one.textContent);
  expect(tiles[0]).toBe('Playback failures25%1 of 4 attempts, 0 before the start');
  expect(tiles[1]).toBe('Sent in January 202612.3 GBcosts 0.62; 2 GB in the time shown');
  for (const { hash } of view.querySelectorAll<HTMLAnchorElement>('.tiles a'))
    expect(view.querySelector(hash)).not.toBeNull();
});

test('bytes of other servers are in a separate, marked column, and costs are of the sent bytes', () => {
  const bandwidth = {
    ...{ ...NO_BANDWIDTH, sentBytes: 3e9, measuredBytes: 1e9 },
    videos: [
      { id: 'one', title: 'One', sentBytes: 3e9, measuredBytes: 0 },
      { id: 'two', title: 'Two', sentBytes: 0, measuredBytes: 1e9 },
      { id: 'other', title: null, sentBytes: 1_000, measuredBytes: 0 },
    ],
    hosts: [{ name: 'school.example', sentBytes: 3e9, measuredBytes: 0 }],
  };
  const view = open({ ...periodWith(1, 0), bandwidth }, { pricePerGb: 2 });
  const rows = (table: string): string[][] =>
    [...view.querySelectorAll(`.${table} tr`)].map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows('bandwidth-videos')).toEqual([
    ['Video', 'Sent', 'Measured by players', 'Cost'],
    ['One', '3 GB', '0 B', '6.00'],
    ['Two', '0 B', '1 GB', '0.00'],
    ['No video: scripts, calls, pages of operators', '1 kB', '0 B', '< 0.01'],
  ]);
  expect(rows('bandwidth-hosts')).toEqual([
    ['Embedded in', 'Sent', 'Cost'],
    ['school.example', '3 GB', '6.00'],
  ]);
});
