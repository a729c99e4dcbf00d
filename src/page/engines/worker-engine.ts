import { EngineEvents } from '../../../protocol/media/engine-events.ts';
import type { LoadingLimits } from '../../../protocol/media/loading-limits.ts';
import type { MediaEngine, MediaSourceDescription } from '../../../protocol/media/media-engine.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import type { QualityName } from '../../../protocol/host/player-info.ts';
import type { StreamHeadStart } from '../boot/boot-state.ts';
import { SupervisedWorker } from '../supervision/supervised-worker.ts';
import { PING_TIMEOUT_MS, workerNeed } from './worker-need.ts';
import {
  WORKER_START_TIMEOUT_MS,
  openWorkerStream,
  type WorkerStream,
  type WorkerStreamEnvironment,
} from './worker-stream.ts';

export interface WorkerEngineDependencies extends WorkerStreamEnvironment {
  readonly startClock: Pick<Clock, 'after'>;
  readonly startWorker: () => Worker;
  /** The head start of the inline script for this video; used once. */
  readonly takeHeadStart: (source: MediaSourceDescription) => StreamHeadStart | null;
  readonly isHidden: () => boolean;
}

/**
 * Main's side of the worker engine: it owns the element, forwards the element's events to the worker, and applies the engine's
 * messages to the element. It makes no decisions, and neither parses nor fetches.
 */
export class WorkerEngine implements MediaEngine {
  readonly path = 'worker';
  readonly #dependencies: WorkerEngineDependencies;
  readonly #events = new EngineEvents();
  readonly on = this.#events.on;
  readonly #worker: SupervisedWorker<WorkerStream>;
  #source: MediaSourceDescription | null = null;
  #headStart: StreamHeadStart | null = null;
  /** The latest start of a worker: if a worker dies before its stream is open, the next worker opens the stream. */
  #starting: Promise<Outcome<WorkerStream>> | null = null;
  /** Stream of the present instance of the worker; `null` before it has started, and after it has ended. */
  #stream: WorkerStream | null = null;

  constructor(dependencies: WorkerEngineDependencies) {
    this.#dependencies = dependencies;
    const { clock, startClock, element, startWorker, isHidden } = dependencies;
    // The playlist overrides the catalog's statement about live video.
    this.on('state', ({ isLive }) => {
      if (this.#source !== null && isLive !== null) this.#source = { ...this.#source, isLive };
    });
    this.#worker = new SupervisedWorker<WorkerStream>({
      clock,
      startClock,
      createWorker: startWorker,
      open: (worker, signal) => this.#open(worker, signal),
      startTimeoutMs: WORKER_START_TIMEOUT_MS,
      ping: ({ api }) => Promise.resolve(api.ping()),
      pings: workerNeed(element, isHidden),
      onDied: (reason, restarted) => void this.#onDied(reason, restarted),
    });
  }

  /** Fails with `worker.unavailable` if this path does not work; the caller has other paths. */
  async load(source: MediaSourceDescription): Promise<Outcome<void>> {
    this.#source = source;
    this.#headStart = this.#dependencies.takeHeadStart(source);
    const opened = await this.#opened(this.#worker.start(this.#headStart?.worker));
    if (!opened.ok && this.#source !== null) this.detach();
    return opened;
  }

  async recover(positionSeconds: number): Promise<Outcome<void>> {
    const { clock } = this.#dependencies;
    if (this.#source === null) return fail('player.internal', 'nothing to recover');
    this.#source = { ...this.#source, startSeconds: positionSeconds };
    const silence = new Promise<undefined>((resolve) => clock.after(PING_TIMEOUT_MS, () => resolve(undefined)));
    const recovered = await Promise.race([this.#stream?.api.recover(positionSeconds), silence]);
    if (recovered !== undefined) return recovered;
    // Without the present stream, its position does not replace the requested position.
    this.#stream = null;
    return this.#opened(this.#restart('no recovery in time'));
  }

  detach(): void {
    const { element } = this.#dependencies;
    this.#source = null;
    // The element is detached first: if the worker ends while attached, the element waits indefinitely.
    if (element.srcObject !== null) element.srcObject = null;
    this.#worker.stop();
  }

  setQuality(quality: QualityName): void {
    // The next worker begins with this quality.
    if (this.#source !== null) this.#source = { ...this.#source, quality };
    void this.#stream?.api.setQuality(quality);
  }

  setLimits(limits: LoadingLimits): void {
    void this.#stream?.api.setLimits(limits);
  }

  setAudioTrack(id: string): void {
    void this.#stream?.api.setAudioTrack(id);
  }

  setCaptionTrack(id: string): void {
    void this.#stream?.api.setCaptionTrack(id);
  }

  setTarget(seconds: number | null): void {
    this.#stream?.mirror.setTarget(seconds);
  }

  observeElement(): void {
    this.#stream?.mirror.forward('timeupdate');
  }

  async #opened(started: Promise<Outcome<WorkerStream>>): Promise<Outcome<void>> {
    this.#starting = started;
    const outcome = await started;
    const opened = outcome.ok ? await outcome.value.opened : outcome;
    return opened.ok || this.#starting === started ? opened : this.#opened(this.#starting);
  }

  /** Restarts the worker, also after the supervisor has given it up: a new request may succeed. */
  #restart(reason: string): Promise<Outcome<WorkerStream>> {
    if (this.#worker.state !== 'given-up') return this.#worker.restart(reason);
    this.#worker.stop();
    return this.#worker.start();
  }

  async #onDied(reason: string, restarted: Promise<Outcome<WorkerStream>>): Promise<void> {
    this.#events.emit('problem', { detail: `media ${reason}` });
    const opened = await this.#opened(restarted);
    if (this.#source === null || this.#starting !== restarted) return;
    if (opened.ok) return this.#events.emit('reopened', { path: this.path });
    const { code: detail, message } = opened;
    this.#events.emit('fatal', { code: 'player.internal', message, detail });
  }

  /** Proves that the worker runs. The outcome of the stream is separate: a slow connection is not a dead worker. */
  async #open(worker: Worker, signal: AbortSignal): Promise<Outcome<WorkerStream>> {
    // A supervisor opens only loaded workers.
    const source = this.#source as MediaSourceDescription;
    const stream = openWorkerStream(
      this.#dependencies,
      { worker, source, headStart: this.#headStart, events: this.#events, supervisor: this.#worker },
      signal,
    );
    this.#headStart = null;
    this.#stream = stream;
    // The next worker starts where this worker ended; for a live stream at the live edge, because its times have another origin.
    signal.addEventListener('abort', () => {
      if (this.#stream === stream && this.#source !== null)
        this.#source = { ...this.#source, startSeconds: this.#source.isLive ? 0 : stream.mirror.positionSeconds };
      this.#stream = null;
    });
    await stream.api.ping();
    return succeed(stream);
  }
}
