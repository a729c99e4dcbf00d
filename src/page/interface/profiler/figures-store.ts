import type { ProfilerState } from '../../../../protocol/profiling/profiler-messages.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { Emitter } from '../../player/emitter.ts';
import { withSample, type FrameSample } from './frame-rates.ts';
import { MEMORY_UNMEASURED, type MemoryState } from './memory.ts';
import type { OwnCostMeasurement } from './own-cost-measurement.ts';
import type { PageFacts } from './page-facts.ts';

/** Measurements; replaced at most once a second, or after an action of the viewer. A change causes no render: see `Figure`. */
export interface Figures {
  /** `null` before the first read. */
  readonly state: ProfilerState | null;
  readonly facts: PageFacts;
  readonly frames: readonly FrameSample[];
  readonly memory: MemoryState;
  readonly ownCost: OwnCostMeasurement | 'unmeasured' | 'measuring';
}

/** Shortest interval between two changes of the figures: faster changes cannot be read. */
export const FIGURES_INTERVAL_MS = 1_000;

interface FiguresStoreOptions {
  readonly clock: Clock;
  readonly readFacts: () => PageFacts;
  readonly reportError: (error: unknown) => void;
}

/** Keeps the figures, and reads the facts of the main thread at each change. */
export class FiguresStore {
  readonly #options: FiguresStoreOptions;
  readonly #changed: Emitter<void>;
  #figures: Figures;
  #changedAtMs = Number.NEGATIVE_INFINITY;
  #cancelRenewal: (() => void) | null = null;
  #isClosed = false;

  constructor(options: FiguresStoreOptions) {
    this.#options = options;
    this.#changed = new Emitter(options.reportError);
    const facts = options.readFacts();
    this.#figures = { state: null, facts, frames: [], memory: MEMORY_UNMEASURED, ownCost: 'unmeasured' };
  }

  get = (): Figures => this.#figures;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);

  close(): void {
    this.#isClosed = true;
    this.#cancelRenewal?.();
  }

  /** Publishes at once, after an action of the viewer. */
  set(part: Partial<Figures>): void {
    if (this.#isClosed) return;
    this.#figures = { ...this.#figures, ...part };
    this.#emit();
  }

  /** Publishes new figures as soon as the interval allows. */
  renew(part: Partial<Figures> = {}): void {
    const { clock } = this.#options;
    this.#figures = { ...this.#figures, ...part };
    const waitMs = this.#changedAtMs + FIGURES_INTERVAL_MS - clock.monotonicNow();
    if (waitMs <= 0) this.#emit();
    else this.#cancelRenewal ??= clock.after(waitMs, () => this.#emit());
  }

  #emit(): void {
    const { clock, readFacts } = this.#options;
    this.#cancelRenewal?.();
    this.#cancelRenewal = null;
    this.#changedAtMs = clock.monotonicNow();
    const facts = readFacts();
    const frames = withSample(this.#figures.frames, { atMs: this.#changedAtMs, counts: facts.frames });
    this.#figures = { ...this.#figures, facts, frames };
    this.#changed.emit();
  }
}
