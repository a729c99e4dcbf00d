import {
  INITIAL_DISPLAY,
  type PlotDisplay,
  type PlotView,
  type ProfilerReport,
  type SearchHit,
} from '../../../../protocol/profiling/profiler-messages.ts';
import type { FrameChoice, FrameDetail } from '../../../../protocol/profiling/frames.ts';
import type { ThreadSpans } from '../../../../protocol/recording/thread-spans.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { Emitter } from '../../player/emitter.ts';
import type { PageSpans } from '../../profiling/page-spans.ts';
import type { FrameRecorder } from './frame-recorder.ts';
import { FiguresStore, type Figures } from './figures-store.ts';
import type { MemoryState } from './memory.ts';
import type { OwnCostMeasurement } from './own-cost-measurement.ts';
import type { PageFacts } from './page-facts.ts';
import type { PlotDrawing } from './plot-drawing.ts';
import { around, type Bounds } from './plot-view.ts';
import type { ProfilerSnapshot } from './profiler-snapshot.ts';
import { SpanReader } from './span-reader.ts';

export interface ProfilerSessionOptions {
  readonly clock: Clock;
  readonly spans: Pick<PageSpans, 'ring' | 'inputs' | 'read'>;
  readonly openDrawing: (handlers: {
    readonly onReport: (report: ProfilerReport) => void;
    readonly onPlace: () => void;
    readonly onRenewed: () => void;
  }) => Pick<PlotDrawing, 'element' | 'place' | 'start' | 'send' | 'sendSpans' | 'close'>;
  readonly frames: Pick<FrameRecorder, 'start' | 'stop' | 'take' | 'watchVideo'>;
  readonly readFacts: () => PageFacts;
  readonly measureMemory: () => Promise<MemoryState>;
  /** `hold` stops the panel's own work, for a comparison. */
  readonly measureOwnCost: (hold: (isHeld: boolean) => void, signal: AbortSignal) => Promise<OwnCostMeasurement>;
  readonly readIntervalMs: (isPlotShown: boolean) => number;
  readonly isHidden: () => boolean;
  readonly reportError: (error: unknown) => void;
}

/** Work of the profiler while the panel is open; afterwards nothing runs. */
export class ProfilerSession {
  readonly #options: ProfilerSessionOptions;
  readonly #changed: Emitter<void>;
  readonly #reader: SpanReader;
  readonly #drawing: ReturnType<ProfilerSessionOptions['openDrawing']>;
  readonly #ending = new AbortController();
  #snapshot: ProfilerSnapshot;
  readonly #figures: FiguresStore;
  #takeTrace: ((text: string) => void) | null = null;
  /** The views before and after a frame or a span was brought into view. */
  #moved: { readonly from: PlotView; readonly to: PlotView } | null = null;

  constructor(options: ProfilerSessionOptions) {
    this.#options = options;
    const { clock, spans, openDrawing, readFacts, readIntervalMs, isHidden, reportError } = options;
    this.#changed = new Emitter(reportError);
    this.#figures = new FiguresStore({ clock, readFacts, reportError });
    this.#drawing = openDrawing({
      onReport: (report) => this.#onReport(report),
      onPlace: () => this.#update({ place: this.#drawing.place }),
      onRenewed: () => this.#onRenewed(),
    });
    this.#reader = new SpanReader({
      clock,
      spans,
      intervalMs: () => readIntervalMs(this.#snapshot.display.widthPx > 0),
      isHidden,
      onRead: (threads) => this.#onRead(threads),
    });
    this.#snapshot = {
      place: this.#drawing.place,
      isPaused: false,
      display: { ...INITIAL_DISPLAY, originMs: this.figures.facts.start.timeOriginMs },
      span: null,
      wantsVideoFrames: false,
      frame: null,
      hit: null,
    };
  }

  get = (): ProfilerSnapshot => this.#snapshot;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);

  get figures(): Figures {
    return this.#figures.get();
  }

  onFigures = (listener: () => void): (() => void) => this.#figures.subscribe(listener);

  /** The element of the plot, whichever thread draws on it. */
  get canvas(): HTMLElement {
    return this.#drawing.element;
  }

  /** Makes the canvas as high as its rows. It never shrinks, because it would jump while time passes. */
  growTo(heightPx: number): void {
    this.canvas.style.minHeight = `${heightPx}px`;
  }

  get bounds(): Bounds {
    return this.figures.state ?? { earliestMs: 0, latestMs: 0 };
  }

  start(): void {
    this.#drawing.start();
    this.#options.frames.start();
    this.#reader.start();
  }

  close(): void {
    this.#ending.abort();
    this.#figures.close();
    this.#reader.stop();
    this.#options.frames.stop();
    this.#drawing.close();
  }

  setPaused(isPaused: boolean): void {
    if (isPaused) this.#reader.stop();
    else this.#reader.start();
    this.#update({ isPaused });
    this.#watchFrames();
  }

  wantVideoFrames(wantsVideoFrames: boolean): void {
    this.#update({ wantsVideoFrames });
    this.#watchFrames();
  }

  /** Moves only the plot: no part of the panel renders. */
  moveTo(view: PlotView): void {
    this.#show({ view });
  }

  setDisplay(display: Partial<PlotDisplay>): void {
    this.#show(display);
    this.#changed.emit();
  }

  /** Points at a position on the canvas, CSS pixels. */
  point(x: number, y: number): void {
    this.#drawing.send({ kind: 'point', x, y });
  }

  /** Chooses a frame of the axis, by a time or relative to the chosen frame. `worst` means the view before a choice has moved it. */
  chooseFrame(choice: FrameChoice): void {
    if (choice === 'worst' && this.#moved?.to === this.#snapshot.display.view) this.moveTo(this.#moved.from);
    this.#drawing.send({ kind: 'choose-frame', choice });
  }

  search(query: string): void {
    this.#snapshot = { ...this.#snapshot, hit: null };
    this.setDisplay({ query });
  }

  /** Selects the next or the previous span that the search finds. */
  find(step: 1 | -1): void {
    if (this.#snapshot.display.query.trim() !== '') this.#drawing.send({ kind: 'find', step });
  }

  /** The text of a Trace Event file. */
  exportTrace(): Promise<string> {
    return new Promise((resolve) => {
      this.#takeTrace = resolve;
      this.#drawing.send({ kind: 'export' });
    });
  }

  async measureMemory(): Promise<void> {
    this.#figures.set({ memory: 'measuring …' });
    const memory = await this.#options.measureMemory();
    this.#figures.set({ memory });
  }

  /** `true` stops reads, figures and drawing; `false` lets them continue in their rhythm. */
  hold = (isHeld: boolean): void => this.#reader.hold(isHeld);

  /** Takes all idle time of the main thread while it runs, so it runs only on the viewer's request. */
  async measureOwnCost(): Promise<void> {
    if (this.figures.ownCost === 'measuring') return;
    this.#figures.set({ ownCost: 'measuring' });
    const ownCost = await this.#options.measureOwnCost(this.hold, this.#ending.signal);
    this.#figures.set({ ownCost });
  }

  #onRead(threads: readonly ThreadSpans[]): void {
    this.#drawing.sendSpans(threads);
    const { long, video } = this.#options.frames.take();
    if (long.length + video.length > 0) this.#drawing.send({ kind: 'frames', long, video });
    if (this.#drawing.place.where === 'nowhere') this.#figures.renew();
  }

  #onReport(report: ProfilerReport): void {
    if (report.kind === 'state') {
      const isDue = this.figures.state === null || report.isAsked;
      if (isDue) this.#figures.set({ state: report.state });
      else this.#figures.renew({ state: report.state });
    }
    if (report.kind === 'pointed' && report.span?.key !== this.#snapshot.span?.key) this.#update({ span: report.span });
    if (report.kind === 'frame') this.#onFrame(report.frame);
    if (report.kind === 'found') this.#onFound(report.hit);
    if (report.kind === 'trace') this.#takeTrace?.(report.text);
  }

  #onRenewed(): void {
    this.#reader.forget();
    this.#show({});
  }

  #show(display: Partial<PlotDisplay>): void {
    this.#snapshot = { ...this.#snapshot, display: { ...this.#snapshot.display, ...display } };
    this.#drawing.send({ kind: 'display', display: this.#snapshot.display });
    if (display.widthPx !== undefined) this.#watchFrames();
  }

  /** Frames of the video are watched on request, while their axis is shown and not paused. */
  #watchFrames(): void {
    const { isPaused, display, wantsVideoFrames } = this.#snapshot;
    this.#options.frames.watchVideo(wantsVideoFrames && display.widthPx > 0 && !isPaused);
  }

  #onFrame(frame: FrameDetail | null): void {
    this.#update({ frame: frame ?? 'none' });
    if (frame !== null) this.#bringIntoView(frame.startMs, frame.endMs);
  }

  #onFound(hit: SearchHit | null): void {
    this.#snapshot = { ...this.#snapshot, hit, span: hit?.span ?? null };
    this.setDisplay({ selected: hit?.span.key ?? null });
    if (hit !== null) this.#bringIntoView(hit.span.startMs, hit.span.startMs + hit.span.durationMs);
  }

  /** Brings a time into view. A view that follows the newest time would soon lose it, so it stops following. */
  #bringIntoView(startMs: number, endMs: number): void {
    const { view } = this.#snapshot.display;
    const toMs = view.endMs ?? this.bounds.latestMs;
    if (startMs >= toMs - view.lengthMs && endMs <= toMs && view.endMs !== null) return;
    const to = around(startMs, endMs - startMs, this.bounds);
    this.#moved = { from: view === this.#moved?.to ? this.#moved.from : view, to };
    this.moveTo(to);
  }

  #update(part: Partial<ProfilerSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...part };
    this.#changed.emit();
  }
}
