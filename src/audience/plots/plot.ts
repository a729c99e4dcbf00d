import UPlot from 'uplot';
import { element } from './elements.ts';
import { colourOf, seriesOf, type PlotLine } from './plot-line.ts';

/** Values that change as time passes. */
export type PlotNumbers = Pick<PlotOptions, 'places' | 'lines'>;

export interface PlotOptions {
  readonly title: string;
  /** Places on the horizontal axis: times in milliseconds, or seconds of a video. */
  readonly places: readonly number[];
  readonly isTime: boolean;
  readonly lines: readonly PlotLine[];
  /** Whether days are in UTC instead of the viewer's time zone. */
  readonly isUtc: boolean;
  readonly formatPlace: (place: number) => string;
  /** Formats a short label below the axis; `step` is the distance to the next label. */
  readonly formatTick: (place: number, step: number) => string;
  readonly formatValue: (value: number | null) => string;
  /** Distance between places, for a plot that may have only one place; a day by default. */
  readonly step?: number;
  /** Maximum of the vertical axis; by default it follows the values. */
  readonly maximum?: number;
  /** Values to show for the lines if they differ from the drawn values, as in a stacked plot. */
  readonly ownValues?: readonly (readonly (number | null)[])[];
}

const HEIGHT_PIXELS = 208;
const LABEL_PIXELS_MIN = 12;
/** Default distance between places. */
const DAY_MS = 86_400_000;
const FONT = '12px ui-sans-serif, system-ui, sans-serif';

/**
 * Plot that is read by pointer or by keyboard: the arrow keys move from place to place as in a slider, and the values at a place are
 * shown below the plot and read to a screen reader. Colours follow the page, also when its theme changes.
 */
export class Plot {
  readonly element = element('div', { className: 'plot' });
  #options: PlotOptions;
  readonly #surface = element('div', { className: 'surface', tabIndex: 0, role: 'slider' });
  readonly #reading = element('p', { className: 'reading' });
  readonly #plot: UPlot;
  #place: number;
  /** Half of the widest label below the axis: labels are centred, so the last label needs this room at the right edge. */
  #labelPixels = LABEL_PIXELS_MIN;

  constructor(options: PlotOptions) {
    this.#options = options;
    this.#place = options.places.length - 1;
    this.#surface.ariaLabel = `${options.title}, plot`;
    this.#surface.ariaValueMin = '0';
    this.element.append(this.#surface, this.#legend(), this.#reading);
    this.#plot = new UPlot(this.#settings(), this.#data(), this.#surface);
    this.#surface.addEventListener('keydown', (event) => this.#onKey(event));
    this.#tell();
  }

  /** Adapts the width to the page; the height is constant, so that nothing moves. */
  fit(): void {
    const width = this.#surface.clientWidth;
    if (width > 0 && width !== this.#plot.width) this.#plot.setSize({ width, height: HEIGHT_PIXELS });
  }

  /**
   * Shows new numbers of the same lines. A reader at the last place stays at the last place; a reader elsewhere stays at the same
   * time.
   */
  show(numbers: PlotNumbers): void {
    const { places } = this.#options;
    const wasLast = this.#place >= places.length - 1;
    const shown = places[this.#place] ?? 0;
    this.#options = { ...this.#options, ...numbers };
    const halfStep = this.#step() / 2;
    const same = numbers.places.findIndex((place) => place >= shown - halfStep);
    const place = wasLast || same < 0 ? numbers.places.length - 1 : same;
    // Updates at once, not in the next task: the cursor keeps its pixel, at which there is another place now.
    this.#plot.batch(() => this.#plot.setData(this.#data()));
    this.#place = place;
    if (this.#surface === document.activeElement) this.#point();
    this.#tell();
  }

  /** Repaints after a change of the theme. */
  repaint(): void {
    this.#plot.redraw(false);
  }

  destroy(): void {
    this.#plot.destroy();
  }

  #data(): UPlot.AlignedData {
    const { places, lines, isTime } = this.#options;
    // The library counts time in seconds.
    return [places.map((place) => (isTime ? place / 1_000 : place)), ...lines.map(({ values }) => [...values])];
  }

  #settings(): UPlot.Options {
    const { lines, isTime, formatTick, formatValue, maximum } = this.#options;
    const grid: UPlot.Axis.Grid = { stroke: () => colourOf('--line'), width: 1 };
    const axis = { stroke: () => colourOf('--quiet'), grid, ticks: { show: false }, font: FONT } as const;
    const unit = isTime ? 1_000 : 1;
    // Leaves room for half a bar on each side.
    const margin = (): number =>
      lines.some(({ look }) => look === 'bars') || this.#options.places.length < 2 ? this.#step() / unit / 2 : 0;
    return {
      width: 320,
      height: HEIGHT_PIXELS,
      legend: { show: false },
      /** uPlot calls this after it has made the labels. */
      padding: [12, () => this.#labelPixels, 0, 0],
      cursor: { drag: { x: false, y: false }, y: false, points: { size: 7 } },
      ...(this.#options.isUtc && { tzDate: (second: number) => UPlot.tzDate(new Date(second * 1_000), 'Etc/UTC') }),
      scales: {
        x: { time: isTime, range: (_, from, to) => [from - margin(), to + margin()] },
        y: { range: (_, __, highest) => [0, maximum ?? axisTop(highest)] },
      },
      axes: [
        {
          ...axis,
          size: 28,
          // Labels with seconds are wider.
          space: () => Math.max(72, 2 * this.#labelPixels + 12),
          values: (plot, ticks, __, ___, stepUnits) => {
            const labels = ticks.map((tick) => formatTick(tick * unit, stepUnits * unit));
            this.#labelPixels = halfWidestOf(labels, plot.ctx);
            return labels;
          },
        },
        { ...axis, size: 56, space: 36, values: (_, ticks) => ticks.map((tick) => formatValue(tick)) },
      ],
      series: [{}, ...lines.map((line, index) => seriesOf(line, lines.slice(index + 1)))],
      hooks: { setCursor: [({ cursor: { idx } }) => this.#goTo(idx ?? this.#place)] },
    };
  }

  #legend(): HTMLElement {
    const list = element('ul', { className: 'legend' });
    for (const { label, colour, look } of this.#options.lines) {
      const mark = element('span', { className: `mark ${look}` });
      mark.style.setProperty('--mark', `var(${colour})`);
      list.append(element('li', {}, mark, label));
    }
    return list;
  }

  #onKey(event: KeyboardEvent): void {
    const last = this.#options.places.length - 1;
    const far = Math.max(1, Math.round(last / 10));
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: this.#place - 1,
      ArrowDown: this.#place - 1,
      ArrowRight: this.#place + 1,
      ArrowUp: this.#place + 1,
      PageDown: this.#place - far,
      PageUp: this.#place + far,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const place = Math.min(Math.max(target, 0), last);
    this.#goTo(place);
    this.#point();
  }

  /** Moves the cursor to the reader's place. */
  #point(): void {
    const left = this.#plot.valToPos(this.#plot.data[0][this.#place] ?? 0, 'x');
    this.#plot.setCursor({ left, top: this.#plot.bbox.height / 4 }, false);
  }

  #step(): number {
    const { places, step } = this.#options;
    const [first = 0, second = first + (step ?? DAY_MS)] = places;
    return second - first;
  }

  #goTo(place: number): void {
    if (place === this.#place) return;
    this.#place = place;
    this.#tell();
  }

  #tell(): void {
    const { places, lines, ownValues, formatPlace, formatValue } = this.#options;
    const values = lines.map(
      ({ label, values }, index) => `${label} ${formatValue((ownValues?.[index] ?? values)[this.#place] ?? null)}`,
    );
    const text = `${formatPlace(places[this.#place] ?? 0)}: ${values.join(', ')}`;
    this.#surface.ariaValueMax = String(places.length - 1);
    this.#surface.ariaValueNow = String(this.#place);
    if (text === this.#reading.textContent) return;
    this.#reading.textContent = text;
    this.#surface.ariaValueText = text;
  }
}

/** Top of the vertical axis: a bit above the highest value, or 1 if all values are zero. */
export const axisTop = (highest: number | null | undefined): number => (highest ? highest * 1.08 : 1);

function halfWidestOf(labels: readonly string[], context: CanvasRenderingContext2D): number {
  const { font } = context;
  context.font = FONT;
  const widths = labels.map((label) => context.measureText(label).width);
  context.font = font;
  return Math.ceil(Math.max(LABEL_PIXELS_MIN, ...widths.map((width) => width / 2)));
}
