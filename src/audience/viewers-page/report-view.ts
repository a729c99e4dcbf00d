import type { ExportedTable, ViewersPeriod, ViewersReport } from '../../../protocol/provider/viewers-report.ts';
import type { Addresses, Query } from './addresses.ts';
import { element } from '../plots/elements.ts';
import { formatChange, formatDates, formatLength, formatMs, formatNumber, formatShare, formatStep } from './format.ts';
import { numbersTable } from '../plots/numbers-table.ts';
import { Plot } from '../plots/plot.ts';
import { plotsOf, plottedFrom, type ReportPlot } from './report-plots.ts';
import { tablesOf } from './report-tables.ts';

const TABLE_OF_PLOT: Readonly<Record<string, ExportedTable>> = { quality: 'qualities', watched: 'film' };

export interface ReportViewOptions {
  readonly addresses: Addresses;
  /** Query that the provider was sent, and that of this page. */
  readonly asked: Query;
  readonly page: Query;
}

/** A report as tiles, plots with their tables, and lists. */
export class ReportView {
  readonly element = element('div');
  readonly #options: ReportViewOptions;
  readonly #plots: Plot[] = [];

  constructor(report: ViewersReport, options: ReportViewOptions) {
    this.#options = options;
    const { video, period, compared } = report;
    const title = video === null ? 'All videos' : (video.title ?? `${video.id} (not in the catalog)`);
    const span = formatDates(period.fromMs, period.toMs);
    const against = compared === null ? '' : `, compared with ${formatDates(compared.fromMs, compared.toMs)}`;
    const plots = element('div', { className: 'plots' }, ...plotsOf(report).map((plot) => this.#figureOf(plot)));
    const lists = element('div', { className: 'lists' });
    for (const { id, title: name, note, exported, table } of tablesOf(report, (id) =>
      options.addresses.page({ ...options.page, video: id }),
    ))
      lists.append(section(id, name, note, table, this.#exports(exported, name)));
    const plottedMs = plottedFrom(report);
    const quiet =
      plottedMs === period.fromMs
        ? ''
        : ` Plots over time begin with ${formatStep(plottedMs, period.stepMs)}: nothing was counted before.`;
    this.element.append(
      element('h2', { className: 'about' }, title),
      element(
        'p',
        { className: 'hint' },
        `${span}${against}. Days are those of UTC, hours those of your clock.${quiet}`,
      ),
      tilesOf(period, compared),
      plots,
      lists,
    );
  }

  /** Once it is in the page, and whenever its width changes. */
  fit(): void {
    for (const plot of this.#plots) plot.fit();
  }

  repaint(): void {
    for (const plot of this.#plots) plot.repaint();
  }

  destroy(): void {
    for (const plot of this.#plots) plot.destroy();
  }

  #figureOf({ id, note, isEmpty, options }: ReportPlot): HTMLElement {
    const exported = TABLE_OF_PLOT[id] ?? 'time';
    if (isEmpty) {
      const empty = 'Nothing in this time. Choose a longer one, or another video.';
      return section(id, options.title, note, element('p', { className: 'plot empty table-frame' }, empty));
    }
    const plot = new Plot(options);
    this.#plots.push(plot);
    const numbers = element('details', {}, element('summary', {}, 'As a table'));
    // Hundreds of rows that few look at.
    numbers.addEventListener('toggle', () => numbers.append(tableOf(options)), { once: true });
    return section(id, options.title, note, plot.element, numbers, this.#exports(exported, options.title));
  }

  #exports(table: ExportedTable, title: string): HTMLElement {
    const { addresses, asked } = this.#options;
    const links = (['csv', 'ndjson'] as const).map((format) =>
      element(
        'a',
        {
          href: addresses.export(asked, table, format),
          download: '',
          ariaLabel: `${title} as ${format.toUpperCase()}`,
        },
        format.toUpperCase(),
      ),
    );
    return element('p', { className: 'exports' }, ...links);
  }
}

function section(id: string, title: string, note: string, ...content: readonly HTMLElement[]): HTMLElement {
  const heading = element('h3', { id: `${id}-heading` }, title);
  const made = element('section', { className: id }, heading, element('p', { className: 'hint' }, note), ...content);
  made.setAttribute('aria-labelledby', heading.id);
  return made;
}

function tableOf({ title, places, lines, told, formatPlace, formatValue }: ReportPlot['options']): HTMLElement {
  return numbersTable({
    caption: title,
    rows: places.map((place, index) => ({ place, index })),
    empty: '',
    columns: [
      { title: title === 'Over the video' ? 'From' : 'Time', text: ({ place }) => formatPlace(place) },
      ...lines.map(({ label, values }, line) => ({
        title: label,
        text: ({ index }: { readonly index: number }) => formatValue((told?.[line] ?? values)[index] ?? null),
        isNumber: true,
      })),
    ],
  });
}

function tilesOf({ totals }: ViewersPeriod, compared: ViewersPeriod | null): HTMLElement {
  const before = compared?.totals;
  const { startUpMs: startUp } = totals;
  const tiles: readonly (readonly [label: string, value: string, note: string, change: string])[] = [
    [
      'Failed',
      formatShare(totals.failedShare),
      `${formatNumber(totals.failed)} of ${formatNumber(totals.attempts)} attempts; ${formatNumber(totals.leftEarly)} left before the first frame`,
      formatChange(totals.failedShare, before?.failedShare ?? null),
    ],
    ['Views', formatNumber(totals.views), 'videos that began', formatChange(totals.views, before?.views ?? null)],
    [
      'Watched',
      formatLength(totals.watchedMs),
      totals.views === 0 ? 'none yet' : `${formatLength(totals.watchedMs / totals.views)} a view`,
      formatChange(totals.watchedMs, before?.watchedMs ?? null),
    ],
    [
      'At once',
      formatNumber(totals.viewersAtOnce),
      'viewers at most, by five minutes',
      formatChange(totals.viewersAtOnce, before?.viewersAtOnce ?? null),
    ],
    [
      'Start-up',
      formatMs(startUp?.p50 ?? null),
      startUp === null ? 'none yet' : `p90 ${formatMs(startUp.p90)}, p99 ${formatMs(startUp.p99)}`,
      formatChange(startUp?.p50 ?? null, before?.startUpMs?.p50 ?? null),
    ],
    [
      'Stalls',
      formatNumber(totals.stallsPerHour),
      `a viewing hour; ${formatLength(totals.stalledMs)} in all`,
      formatChange(totals.stallsPerHour, before?.stallsPerHour ?? null),
    ],
    [
      'Dropped frames',
      formatShare(totals.droppedShare),
      'of all frames',
      formatChange(totals.droppedShare, before?.droppedShare ?? null),
    ],
  ];
  const list = element('dl', { className: 'tiles', ariaLabel: 'In all' });
  for (const [label, value, note, change] of tiles)
    list.append(
      element(
        'div',
        {},
        element('dt', {}, label),
        element('dd', {}, value),
        element('dd', {}, change === '' ? note : `${change} compared; ${note}`),
      ),
    );
  return list;
}
