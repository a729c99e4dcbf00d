import type {
  ProfilerCommand,
  ProfilerModule,
  ProfilerReport,
} from '../../../../protocol/profiling/profiler-messages.ts';
import type { ThreadSpans } from '../../../../protocol/recording/thread-spans.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { fail, succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import { whenOpened } from '../../supervision/when-opened.ts';

/** A worker that is not ready after this time has failed; the main thread then draws. */
export const DRAWING_START_TIMEOUT_MS = 8_000;

/** Thread that draws the plot, and why it is not a worker. */
export interface DrawingPlace {
  readonly where: 'starting' | 'worker' | 'main' | 'nowhere';
  readonly reason: string;
}

export interface PlotDrawingOptions {
  readonly clock: Clock;
  readonly document: Document;
  /** Empty if workers are allowed and can draw, else why not. */
  readonly workerRefusal: string;
  readonly startWorker: () => Worker;
  readonly loadModule: () => Promise<ProfilerModule>;
  readonly onReport: (report: ProfilerReport) => void;
  readonly onPlace: () => void;
  /** Called for a new renderer, which has none of the data that was sent before. */
  readonly onRenewed: () => void;
}

/** Canvas of the plot with its renderer: a worker, or the main thread if no worker can draw. */
export class PlotDrawing {
  readonly #options: PlotDrawingOptions;
  readonly #ending = new AbortController();
  /** Holds the canvas: a transferred canvas cannot be used again. */
  readonly element: HTMLElement;
  #place: DrawingPlace = { where: 'starting', reason: '' };
  #run: ((command: ProfilerCommand, transfer?: Transferable[]) => void) | null = null;

  constructor(options: PlotDrawingOptions) {
    this.#options = options;
    this.element = options.document.createElement('div');
    this.element.className = 'profiler-canvas';
  }

  get place(): DrawingPlace {
    return this.#place;
  }

  start(): void {
    const { workerRefusal } = this.#options;
    if (workerRefusal === '') void this.#startInWorker();
    else void this.#startOnMain(workerRefusal);
  }

  send(command: ProfilerCommand): void {
    this.#run?.(command);
  }

  /** Transfers the rows to a worker. */
  sendSpans(threads: readonly ThreadSpans[]): void {
    this.#run?.(
      { kind: 'spans', threads },
      threads.map(({ rows }) => rows.buffer as ArrayBuffer),
    );
  }

  close(): void {
    this.#run?.({ kind: 'close' });
    this.#run = null;
    this.#ending.abort();
    this.element.replaceChildren();
  }

  async #startInWorker(): Promise<void> {
    const { clock, startWorker } = this.#options;
    const { signal } = this.#ending;
    let worker: Worker;
    try {
      worker = startWorker();
    } catch (error) {
      return this.#startOnMain(`the worker was refused: ${error}`);
    }
    signal.addEventListener('abort', () => worker.terminate());
    const canvas = this.#newCanvas().transferControlToOffscreen();
    this.#run = (command, transfer = []) => worker.postMessage(command, transfer);
    const ready = new Promise<Outcome<void>>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<ProfilerReport>) => {
        if (data.kind === 'ready') resolve(succeed(undefined));
        else if (data.kind === 'unavailable') resolve(fail('worker.unavailable', 'its canvas gives no context'));
        else if (!signal.aborted) this.#options.onReport(data);
      };
    });
    this.#run({ kind: 'open', canvas }, [canvas]);
    const opened = await whenOpened(worker, ready, { clock, timeoutMs: DRAWING_START_TIMEOUT_MS, signal });
    if (signal.aborted) return;
    if (opened.ok) return this.#moveTo({ where: 'worker', reason: '' });
    worker.onmessage = null;
    worker.terminate();
    await this.#startOnMain(opened.message);
  }

  async #startOnMain(reason: string): Promise<void> {
    const { loadModule, onReport } = this.#options;
    try {
      const module = await loadModule();
      if (this.#ending.signal.aborted) return;
      const run = module.createProfilerPlot((report) => {
        if (report.kind === 'unavailable') this.#moveTo({ where: 'nowhere', reason: 'the canvas gives no context' });
        else if (report.kind !== 'ready') onReport(report);
      });
      this.#run = run;
      run({ kind: 'open', canvas: this.#newCanvas() });
      if (this.#place.where === 'nowhere') return;
      this.#moveTo({ where: 'main', reason });
      this.#options.onRenewed();
    } catch (error) {
      this.#moveTo({ where: 'nowhere', reason: String(error) });
    }
  }

  #newCanvas(): HTMLCanvasElement {
    const canvas = this.#options.document.createElement('canvas');
    this.element.replaceChildren(canvas);
    return canvas;
  }

  #moveTo(place: DrawingPlace): void {
    this.#place = place;
    this.#options.onPlace();
  }
}

/** Why no worker can draw here; empty if a worker can. */
export function workerRefusalOf(window: Window & typeof globalThis, allowsWorkers: boolean): string {
  if (!allowsWorkers) return 'the address asks for no workers';
  if (!('transferControlToOffscreen' in window.HTMLCanvasElement.prototype))
    return 'the browser has no OffscreenCanvas';
  return 'Worker' in window ? '' : 'the browser has no workers';
}
