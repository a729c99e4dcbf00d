import { OwnCost } from '../../../../protocol/runtime/profiling/own-cost.ts';
import {
  UNSEEN_LOOK,
  type PlotLook,
  type PlotView,
  type ProfilerReport,
  type ProfilerState,
  type SpanRow,
} from '../../../../protocol/profiling/profiler-messages.ts';
import type { ThreadSpans } from '../../../../protocol/profiling/thread-spans.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { Emitter } from '../../player/emitter.ts';
import type { PageSpans } from '../../profiling/page-spans.ts';
import { withSample, type FrameSample } from './frame-rates.ts';
import { MEMORY_UNMEASURED, type MemoryState } from './memory.ts';
import type { PageFacts } from './page-facts.ts';
import type { DrawingPlace, PlotDrawing } from './plot-drawing.ts';
import type { Bounds } from './plot-view.ts';
import { SpanReader } from './span-reader.ts';

/** Everything the panel shows; a new object for each change. */
export interface ProfilerSnapshot {
  /** `null` before the first read. */
  readonly state: ProfilerState | null;
  readonly facts: PageFacts;
  readonly frames: readonly FrameSample[];
  readonly memory: MemoryState;
  readonly place: DrawingPlace;
  readonly costMsPerSecond: number;
  readonly isPaused: boolean;
  readonly look: PlotLook;
  /** Under the pointer, else the selected one. */
  readonly span: SpanRow | null;
}

export interface ProfilerSessionOptions {
  readonly clock: Clock;
  readonly spans: Pick<PageSpans, 'ring' | 'read'>;
  readonly openDrawing: (handlers: {
    readonly onReport: (report: ProfilerReport) => void;
    readonly onPlace: () => void;
    readonly onRenewed: () => void;
  }) => Pick<PlotDrawing, 'element' | 'place' | 'start' | 'send' | 'close'>;
  readonly readFacts: () => PageFacts;
  readonly measureMemory: () => Promise<MemoryState>;
  readonly readIntervalMs: () => number;
  readonly isHidden: () => boolean;
  readonly reportError: (error: unknown) => void;
}

/** Shortest interval between two renders of measurements. Our choice. */
export const RENDER_INTERVAL_MS = 250;

/** Work of the profiler while the panel is open, and nothing of it afterwards. */
export class ProfilerSession {
  readonly #options: ProfilerSessionOptions;
  readonly #changed: Emitter<void>;
  readonly #reader: SpanReader;
  readonly #drawing: ReturnType<ProfilerSessionOptions['openDrawing']>;
  readonly #cost: OwnCost;
  #snapshot: ProfilerSnapshot;
  #takeTrace: ((text: string) => void) | null = null;
  #isClosed = false;
  #emittedAtMs = 0;
  #cancelEmit: (() => void) | null = null;

  constructor(options: ProfilerSessionOptions) {
    this.#options = options;
    const { clock, spans, openDrawing, readFacts, readIntervalMs, isHidden, reportError } = options;
    const facts = readFacts();
    this.#changed = new Emitter(reportError);
    this.#cost = new OwnCost(clock.monotonicNow());
    this.#drawing = openDrawing({
      onReport: (report) => this.#measured(() => this.#onReport(report)),
      onPlace: () => this.#update({ place: this.#drawing.place }),
      onRenewed: () => this.#onRenewed(),
    });
    this.#reader = new SpanReader({
      clock,
      spans,
      intervalMs: readIntervalMs,
      isHidden,
      onRead: (threads) => this.#measured(() => this.#onRead(threads)),
    });
    this.#snapshot = {
      state: null,
      facts,
      frames: [],
      memory: MEMORY_UNMEASURED,
      place: this.#drawing.place,
      costMsPerSecond: 0,
      isPaused: false,
      look: { ...UNSEEN_LOOK, originMs: facts.start.timeOriginMs },
      span: null,
    };
  }

  get = (): ProfilerSnapshot => this.#snapshot;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);

  /** For the plot, whatever draws on it. */
  get canvas(): HTMLElement {
    return this.#drawing.element;
  }

  /** The canvas is as high as its rows, and never shrinks: it would jump while time passes. */
  growTo(heightPx: number): void {
    this.canvas.style.minHeight = `${heightPx}px`;
  }

  get bounds(): Bounds {
    return this.#snapshot.state ?? { earliestMs: 0, latestMs: 0 };
  }

  start(): void {
    this.#drawing.start();
    this.#reader.start();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelEmit?.();
    this.#reader.stop();
    this.#drawing.close();
  }

  setPaused(isPaused: boolean): void {
    if (isPaused) this.#reader.stop();
    else this.#reader.start();
    this.#update({ isPaused });
    this.#emit();
  }

  /** Moves the plot alone: nothing of the panel renders for it. */
  moveTo(view: PlotView): void {
    this.#show({ view });
  }

  setLook(look: Partial<PlotLook>): void {
    this.#show(look);
    this.#emit();
  }

  /** A place on the canvas, CSS pixels. */
  point(x: number, y: number): void {
    this.#drawing.send({ kind: 'point', x, y });
  }

  /** The text of a Trace Event file. */
  exportTrace(): Promise<string> {
    return new Promise((resolve) => {
      this.#takeTrace = resolve;
      this.#drawing.send({ kind: 'export' });
    });
  }

  async measureMemory(): Promise<void> {
    this.#update({ memory: 'measuring …' });
    this.#emit();
    const memory = await this.#options.measureMemory();
    if (!this.#isClosed) this.#update({ memory });
  }

  #onRead(threads: readonly ThreadSpans[]): void {
    this.#drawing.send({ kind: 'spans', threads });
    const facts = this.#options.readFacts();
    const sample = { atMs: this.#options.clock.monotonicNow(), counts: facts.frames };
    this.#snapshot = { ...this.#snapshot, facts, frames: withSample(this.#snapshot.frames, sample) };
  }

  #onReport(report: ProfilerReport): void {
    if (report.kind === 'state') this.#update({ state: report.state });
    if (report.kind === 'pointed' && report.span?.key !== this.#snapshot.span?.key) this.#update({ span: report.span });
    if (report.kind === 'trace') this.#takeTrace?.(report.text);
  }

  #onRenewed(): void {
    this.#reader.forget();
    this.#show({});
  }

  #show(look: Partial<PlotLook>): void {
    this.#snapshot = { ...this.#snapshot, look: { ...this.#snapshot.look, ...look } };
    this.#drawing.send({ kind: 'look', look: this.#snapshot.look });
  }

  #update(part: Partial<ProfilerSnapshot>): void {
    const costMsPerSecond = this.#cost.msPerSecond(this.#options.clock.monotonicNow());
    this.#snapshot = { ...this.#snapshot, ...part, costMsPerSecond };
    const waitMs = this.#emittedAtMs + RENDER_INTERVAL_MS - this.#options.clock.monotonicNow();
    if (waitMs <= 0) this.#emit();
    else this.#cancelEmit ??= this.#options.clock.after(waitMs, () => this.#emit());
  }

  /** At once for what the viewer did, else when it is time. */
  #emit(): void {
    this.#cancelEmit?.();
    this.#cancelEmit = null;
    this.#emittedAtMs = this.#options.clock.monotonicNow();
    this.#changed.emit();
  }

  /** React renders in a microtask after the listeners. */
  #measured(work: () => void): void {
    const { clock } = this.#options;
    const startMs = clock.monotonicNow();
    work();
    queueMicrotask(() => queueMicrotask(() => this.#cost.add(startMs, clock.monotonicNow())));
  }
}
