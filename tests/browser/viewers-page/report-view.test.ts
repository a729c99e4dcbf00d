import { expect, onTestFinished, test } from 'vitest';
import type { ViewersPeriod } from '../../../protocol/provider/viewers-report.ts';
import { createAddresses } from '../../../src/audience/viewers-page/addresses.ts';
import { ReportView } from '../../../src/audience/viewers-page/report-view.ts';

const HOUR_MS = 3_600_000;
const FROM_MS = Date.UTC(2026, 0, 6);

/** Twenty hours, of which the last ones had a viewer for a minute. */
function periodWith(viewersAtOnce: number, first: number): ViewersPeriod {
  const figures = {
    ...{
      views: 1,
      attempts: 4,
      failed: 1,
      failedShare: 0.25,
      leftEarly: 2,
      watchedMs: 45_000,
      viewersAtOnce,
      startUpMs: null,
      stalls: 0,
      stalledMs: 0,
    },
    ...{ stallsPerHour: 0, droppedShare: null, qualityMs: {} },
  };
  const none = { ...figures, views: 0, watchedMs: 0, viewersAtOnce: 0 };
  const points = Array.from({ length: 20 }, (_, hour) => ({
    ...{ atMs: FROM_MS + hour * HOUR_MS },
    ...(hour >= first ? figures : none),
  }));
  return {
    ...{ fromMs: FROM_MS, toMs: FROM_MS + 20 * HOUR_MS, stepMs: HOUR_MS, totals: figures, points },
    ...{ errors: [], hosts: [], browsers: [], devices: [], videos: [], film: null },
  };
}

function open(period: ViewersPeriod): HTMLElement {
  const addresses = createAddresses('/provider/viewers');
  const report = { nowMs: period.toMs, video: null, period, compared: null };
  const view = new ReportView(report, { addresses, asked: {}, page: {} });
  document.body.append(view.element);
  onTestFinished(() => {
    view.destroy();
    view.element.remove();
  });
  return view.element;
}

test('the tile of viewers at once has the number at which its plot peaks', () => {
  const view = open(periodWith(0.15, 0));
  const tile = [...view.querySelectorAll('.tiles > div')].find((one) => one.textContent.startsWith('At once'));
  const reading = view.querySelector('.at-once [role=slider]')?.getAttribute('aria-valuetext');
  const peak = /At once (\S+)$/.exec(reading ?? '')?.[1];
  expect(Number(peak?.replace(',', '.'))).toBe(0.15);
  expect(tile?.querySelector('dd')?.textContent).toBe(peak);
});

test('a report says from when on its plots are, where they leave out an empty beginning', () => {
  const note = (view: HTMLElement): string => view.querySelector('.hint')?.textContent ?? '';
  expect(note(open(periodWith(1, 15)))).toContain('Plots over time begin with');
  expect(note(open(periodWith(1, 2)))).not.toContain('Plots over time begin with');
});
