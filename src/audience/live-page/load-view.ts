import type { LoadPoint } from '../../../protocol/provider/observation.ts';
import { element, labelledSection } from '../plots/elements.ts';
import { plotTable } from '../plots/plot-table.ts';
import { Plot } from '../plots/plot.ts';
import { loadPlots, type LoadPlot } from './load-plots.ts';

/** The curves of the operator's first page. */
export class LoadView {
  readonly #frame: HTMLElement;
  readonly #plots = new Map<string, Plot>();
  #points: readonly LoadPoint[] = [];

  constructor(frame: HTMLElement) {
    this.#frame = frame;
    frame.append(element('p', { className: 'empty table-frame' }, 'The first points appear after five seconds.'));
    new ResizeObserver(() => this.#fit()).observe(frame);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#repaint());
  }

  show(points: readonly LoadPoint[]): void {
    if (points.length === 0) return;
    this.#points = points;
    const wanted = loadPlots(points);
    if (this.#plots.size === 0) this.#frame.replaceChildren(...wanted.map((plot) => this.#figureOf(plot)));
    else for (const { id, options } of wanted) this.#plots.get(id)?.show(options);
    this.#fit();
  }

  #figureOf({ id, note, options }: LoadPlot): HTMLElement {
    const plot = new Plot(options);
    this.#plots.set(id, plot);
    const heading = element('h3', { id: `${id}-heading` }, options.title);
    const numbers = element('details', {}, element('summary', {}, 'As a table'));
    // The table is made when it is opened, and stays unchanged while it is open.
    numbers.addEventListener('toggle', () => {
      const [now] = loadPlots(this.#points).filter((one) => one.id === id);
      numbers.querySelector('.table-frame')?.remove();
      if (numbers.open && now !== undefined) numbers.append(plotTable(now.options, { isNewestFirst: true }));
    });
    return labelledSection(heading, note, plot.element, numbers);
  }

  #fit(): void {
    for (const plot of this.#plots.values()) plot.fit();
  }

  #repaint(): void {
    for (const plot of this.#plots.values()) plot.repaint();
  }
}
