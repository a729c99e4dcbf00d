import type { Clock } from '../../../protocol/runtime/clock.ts';
import { succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import type { SphereCommand, SphereRendererModule, SphereReport } from '../../../protocol/media/spherical.ts';
import { SupervisedWorker } from '../supervision/supervised-worker.ts';
import {
  canDrawInWorker,
  connectMain,
  connectWorker,
  type RendererConnection,
  type WorkerConnection,
} from './connect-renderer.ts';
import { PictureFeed } from './picture-feed.ts';
import { WORKER_PING_INTERVAL_MS, WORKER_PING_TIMEOUT_MS } from '../supervision/liveness.ts';

/** Deadline of a worker's start, which includes the compilation of a shader; a later worker has failed, and main draws. */
export const DRAWING_START_TIMEOUT_MS = 8_000;

export interface SphereDrawingOptions {
  readonly clock: Clock;
  readonly media: HTMLVideoElement;
  readonly allowWorker: boolean;
  readonly startWorker: () => Worker;
  readonly loadModule: () => Promise<SphereRendererModule>;
  /** Called with each new canvas, whose renderer does not know size and direction yet. */
  readonly onCanvas: () => void;
  readonly onReport: (report: SphereReport) => void;
  /** The browser cannot draw the sphere. */
  readonly onFailed: (error: unknown) => void;
}

/** Draws the video on a canvas: in a worker, in a new worker if the worker dies, and on main if workers fail. */
export class SphereDrawing {
  readonly #options: SphereDrawingOptions;
  readonly #worker: SupervisedWorker<WorkerConnection>;
  readonly #ending = new AbortController();
  #canvas: HTMLCanvasElement;
  #renderer: RendererConnection | null = null;
  #feed: PictureFeed | null = null;
  #isFed = false;
  /** Whether a message was sent, and none has arrived since. */
  #isUnheard = false;

  constructor(options: SphereDrawingOptions) {
    const { clock, media, startWorker } = options;
    this.#options = options;
    this.#canvas = createCanvas(media);
    this.#worker = new SupervisedWorker({
      clock,
      createWorker: startWorker,
      open: (worker, signal) => this.#openInWorker(worker, signal),
      startTimeoutMs: DRAWING_START_TIMEOUT_MS,
      ping: (renderer) => renderer.ping(),
      pings: {
        intervalMs: WORKER_PING_INTERVAL_MS,
        timeoutMs: WORKER_PING_TIMEOUT_MS,
        isNeeded: () => this.#isUnheard && !media.ownerDocument.hidden,
      },
      onDied: (_reason, restarted) => void this.#orOnMain(restarted),
    });
  }

  get canvas(): HTMLCanvasElement {
    return this.#canvas;
  }

  start(): void {
    const { allowWorker, media } = this.#options;
    if (!('requestVideoFrameCallback' in media)) this.#fail(new Error('the browser does not tell of new frames'));
    else if (allowWorker && canDrawInWorker()) void this.#orOnMain(this.#worker.start());
    else void this.#startOnMain();
  }

  send(command: SphereCommand): void {
    this.#renderer?.send(command);
  }

  /** Starts or stops drawing frames of the video. */
  setFed(isFed: boolean): void {
    this.#isFed = isFed;
    if (isFed) this.#feed?.start();
    else this.#feed?.stop();
  }

  #openInWorker(worker: Worker, signal: AbortSignal): Promise<Outcome<WorkerConnection>> {
    return new Promise((resolve) => {
      const onReport = (report: SphereReport): void => {
        this.#isUnheard = false;
        this.#worker.noteServed();
        if (report === 'ready') resolve(succeed(renderer));
        this.#onReport(report);
      };
      const onSent = (): void => {
        this.#isUnheard = true;
        this.#worker.watch();
      };
      const renderer = connectWorker(worker, signal, onReport, onSent);
      this.#use(renderer, signal);
    });
  }

  async #orOnMain(opening: Promise<Outcome<WorkerConnection>>): Promise<void> {
    const opened = await opening;
    if (!opened.ok && this.#worker.state === 'given-up') await this.#startOnMain();
  }

  async #startOnMain(): Promise<void> {
    const { signal } = this.#ending;
    try {
      const module = await this.#options.loadModule();
      const renderer = connectMain(module, signal, (report) => this.#onReport(report));
      this.#use(renderer, signal);
    } catch (error) {
      this.#fail(error);
    }
  }

  #use(renderer: RendererConnection, signal: AbortSignal): void {
    const feed = new PictureFeed(this.#options.media, renderer, () => this.#onRefused());
    signal.addEventListener('abort', () => feed.stop());
    if (this.#renderer !== null) this.#renewCanvas();
    this.#renderer = renderer;
    this.#feed = feed;
    renderer.open(this.#canvas);
    this.#options.onCanvas();
    if (this.#isFed) feed.start();
  }

  /** Replaces the canvas, because a transferred canvas cannot be reused. The new canvas gets all attributes, such as name and role. */
  #renewCanvas(): void {
    const before = this.#canvas;
    this.#canvas = before.ownerDocument.createElement('canvas');
    for (const { name, value } of before.attributes) this.#canvas.setAttribute(name, value);
    before.replaceWith(this.#canvas);
  }

  #onReport(report: SphereReport): void {
    if (report === 'unavailable') return this.#onRefused();
    if (report === 'ready' || report === 'taken') this.#feed?.want(report === 'ready');
    this.#options.onReport(report);
  }

  #onRefused(): void {
    if (this.#renderer?.isWorker !== true) return this.#fail(new Error('the browser has no WebGL'));
    this.#worker.stop();
    void this.#startOnMain();
  }

  #fail(error: unknown): void {
    this.#ending.abort();
    this.#canvas.remove();
    this.#options.onFailed(error);
  }
}

function createCanvas(media: HTMLVideoElement): HTMLCanvasElement {
  const canvas = media.ownerDocument.createElement('canvas');
  canvas.className = 'sphere';
  canvas.hidden = true;
  media.after(canvas);
  return canvas;
}
