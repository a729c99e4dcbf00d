import type { ExportedTable, ViewersReport } from '../../../protocol/provider/viewers-report.ts';
import { bandwidthPlot } from './bandwidth-view.ts';
import type { Addresses, Query } from './addresses.ts';
import { element, labelledSection } from '../plots/elements.ts';
import { formatDates, formatStep } from './format.ts';
import { plotTable } from '../plots/plot-table.ts';
import { Plot } from '../plots/plot.ts';
import { nameOf, type ReportPlot, type ReportTable } from './report-parts.ts';
import { plotsOf, plottedFrom, type PlotPart } from './report-plots.ts';
import { tablesOf } from './report-tables.ts';
import { tilesOf } from './report-tiles.ts';

const TABLE_OF_PLOT: Readonly<Record<string, ExportedTable>> = {
  ...{ quality: 'qualities', watched: 'film', 'by-day': 'bandwidth' },
};
type Part = PlotPart | 'bandwidth';
const PARTS: readonly { readonly id: Part; readonly title: string }[] = [
  { id: 'failing', title: 'Is anybody failing to play?' },
  { id: 'bandwidth', title: 'Who uses my bandwidth?' },
  { id: 'audience', title: 'What is watched?' },
];

export interface ReportViewOptions {
  readonly addresses: Addresses;
  /** Query that was sent to the provider; `page` is the query of this page. */
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
    const title = video === null ? 'All videos' : nameOf(video);
    const span = formatDates(period.fromMs, period.toMs);
    const against = compared === null ? '' : `, compared with ${formatDates(compared.fromMs, compared.toMs)}`;
    const plots = { ...plotsOf(report), bandwidth: [bandwidthPlot(period)] };
    const tables = tablesOf(report, (id) => options.addresses.page({ ...options.page, video: id }));
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
      element(
        'nav',
        { className: 'questions', ariaLabel: 'Questions' },
        ...PARTS.map(({ id, title: name }) => element('a', { href: `#${id}` }, name)),
      ),
      tilesOf(report),
      ...PARTS.map(({ id, title: name }) => this.#partOf(id, name, plots[id], tables[id])),
    );
  }

  /** Fits the plots to the width; call it once the view is in the page, and whenever its width changes. */
  fit(): void {
    for (const plot of this.#plots) plot.fit();
  }

  repaint(): void {
    for (const plot of this.#plots) plot.repaint();
  }

  destroy(): void {
    for (const plot of this.#plots) plot.destroy();
  }

  #partOf(id: Part, name: string, plots: readonly ReportPlot[], tables: readonly ReportTable[]): HTMLElement {
    return element(
      'div',
      { className: 'part', id },
      element('h3', { className: 'question' }, name),
      element('div', { className: 'plots' }, ...plots.map((plot) => this.#figureOf(plot))),
      element(
        'div',
        { className: 'lists' },
        ...tables.map(({ id: table, title, note, exported, table: content }) =>
          section(table, title, note, content, this.#exports(exported, title)),
        ),
      ),
    );
  }

  #figureOf({ id, note, isEmpty, options }: ReportPlot): HTMLElement {
    const exported = TABLE_OF_PLOT[id] ?? 'time';
    if (isEmpty) {
      const empty = 'Nothing in this period. Choose a longer one, or another video.';
      return section(id, options.title, note, element('p', { className: 'plot empty table-frame' }, empty));
    }
    const plot = new Plot(options);
    this.#plots.push(plot);
    const numbers = element('details', {}, element('summary', {}, 'As a table'));
    // Made only when opened: few readers open these hundreds of rows.
    numbers.addEventListener('toggle', () => numbers.append(plotTable(options)), { once: true });
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
  const made = labelledSection(element('h4', { id: `${id}-heading` }, title), note, ...content);
  made.className = id;
  return made;
}
