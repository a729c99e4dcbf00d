import * as Comlink from 'comlink';
import type { Clock } from '../../../protocol/clock.ts';
import { MEDIA } from '../../../protocol/constants.ts';
import type { MediaEngine, MediaSourceDescription } from '../../../protocol/media-engine.ts';
import type { ElementBox, EngineMessage, MediaLoad, MediaWorkerApi } from '../../../protocol/media-worker.ts';
import { fail, succeed, type Outcome } from '../../../protocol/outcome.ts';
import type { QualityName } from '../../../protocol/player-info.ts';
import type { HeadStart } from '../boot/boot-state.ts';
import { pinMethods } from '../pin-methods.ts';
import { SupervisedWorker } from '../supervision/supervised-worker.ts';
import { ElementMirror, type MirroredElement } from './element-mirror.ts';
import { EngineEvents } from './engine-events.ts';
import { attachHandle } from './take-handle.ts';
import { workerNeed } from './worker-need.ts';

export interface WorkerEngineDependencies {
  readonly element: MirroredElement & Pick<HTMLVideoElement, 'disableRemotePlayback'>;
  readonly clock: Clock;
  readonly startWorker: () => Worker;
  /** Address of the engine's module, which the worker loads. */
  readonly engineUrl: string;
  /** What the inline script has begun for this video; used once. */
  readonly takeHeadStart: (source: MediaSourceDescription) => HeadStart | null;
  readonly elementBox: () => ElementBox;
  readonly followBox: (api: Pick<MediaWorkerApi, 'setBox'>, signal: AbortSignal) => void;
  readonly isHidden: () => boolean;
}

/** One life of the worker, with the stream that it has been given. */
interface WorkerStream {
  readonly api: Comlink.Remote<MediaWorkerApi>;
  readonly mirror: ElementMirror;
  /** The element plays the worker's source. It settles when the life of the worker ends, too. */
  readonly opened: Promise<Outcome<void>>;
}

/**
 * Main's side of the worker engine: it owns the element, passes its events on, and does what the engine asks. It decides
 * nothing, parses nothing and fetches nothing.
 */
export class WorkerEngine implements MediaEngine {
  readonly path = 'worker';
  readonly #dependencies: WorkerEngineDependencies;
  readonly #events = new EngineEvents();
  readonly on = this.#events.on;
  readonly #worker: SupervisedWorker<WorkerStream>;
  #source: MediaSourceDescription | null = null;
  #headStart: HeadStart | null = null;
  /** Of the present life of the worker, from its first moment. */
  #mirror: ElementMirror | null = null;
  #api: Comlink.Remote<MediaWorkerApi> | null = null;

  constructor(dependencies: WorkerEngineDependencies) {
    this.#dependencies = dependencies;
    const { clock, element, startWorker, isHidden } = dependencies;
    this.#worker = new SupervisedWorker<WorkerStream>({
      clock,
      createWorker: startWorker,
      open: (worker, signal) => this.#open(worker, signal),
      startTimeoutMs: MEDIA.workerStartTimeoutMs,
      ping: ({ api }) => Promise.resolve(api.ping()),
      pings: workerNeed(element, isHidden),
      onDied: (reason, restarted) => void this.#onDied(reason, restarted),
    });
  }

  /** Fails with `worker.unavailable` where this path does not work; the caller has others. */
  async load(source: MediaSourceDescription): Promise<Outcome<void>> {
    this.#source = source;
    this.#headStart = this.#dependencies.takeHeadStart(source);
    const opened = await this.#opened(this.#worker.start(this.#headStart?.worker));
    if (!opened.ok && this.#source === source) this.detach();
    return opened;
  }

  async recover(positionSeconds: number): Promise<Outcome<void>> {
    const { clock } = this.#dependencies;
    const api = this.#api;
    if (this.#source === null) return fail('player.internal', 'nothing to recover');
    this.#source = { ...this.#source, startSeconds: positionSeconds };
    const silence = new Promise<null>((resolve) => clock.after(MEDIA.pingTimeoutMs, () => resolve(null)));
    const recovered = api === null ? null : await Promise.race([api.recover(positionSeconds), silence]);
    if (recovered !== null) return recovered;
    this.#mirror = null;
    return this.#opened(this.#restart('it did not recover in time'));
  }

  detach(): void {
    const { element } = this.#dependencies;
    this.#source = null;
    /** The element lets go first: a worker that ends while it is attached leaves it waiting for ever. */
    if (element.srcObject !== null) element.srcObject = null;
    this.#worker.stop();
  }

  setQuality(quality: QualityName): void {
    void this.#api?.setQuality(quality);
  }

  setAudioTrack(id: string): void {
    void this.#api?.setAudioTrack(id);
  }

  setTarget(seconds: number | null): void {
    this.#mirror?.setTarget(seconds);
  }

  observeElement(): void {
    this.#mirror?.forward('timeupdate');
  }

  async #opened(started: Promise<Outcome<WorkerStream>>): Promise<Outcome<void>> {
    const outcome = await started;
    return outcome.ok ? outcome.value.opened : outcome;
  }

  /** Who asks again after it was given up may have a better moment. */
  #restart(reason: string): Promise<Outcome<WorkerStream>> {
    if (this.#worker.state !== 'given-up') return this.#worker.restart(reason);
    this.#worker.stop();
    return this.#worker.start();
  }

  async #onDied(reason: string, restarted: Promise<Outcome<WorkerStream>>): Promise<void> {
    this.#events.emit('trouble', { detail: `media ${reason}` });
    const opened = await this.#opened(restarted);
    if (this.#source === null) return;
    if (opened.ok) return this.#events.emit('reopened', { path: this.path });
    const { code: detail, message } = opened;
    this.#events.emit('fatal', { code: 'player.internal', message, detail });
  }

  /** Proves that the worker runs. What becomes of the stream is a matter of its own: a slow line is no dead worker. */
  async #open(worker: Worker, signal: AbortSignal): Promise<Outcome<WorkerStream>> {
    const { element, clock, followBox } = this.#dependencies;
    const api = pinMethods(Comlink.wrap<MediaWorkerApi>(worker));
    const headStart = this.#headStart;
    this.#headStart = null;
    const channel = headStart === null ? new MessageChannel() : null;
    const port = headStart?.port ?? channel?.port1;
    const source = this.#source;
    if (port === undefined || source === null) return fail('worker.unavailable', 'the stream was let go');
    const startSeconds = this.#mirror?.positionSeconds ?? source.startSeconds;
    const onLostSource = (): void => this.#worker.askNow();
    const mirror = new ElementMirror({ element, clock, port, startSeconds, onLostSource }, signal);
    this.#api = api;
    this.#mirror = mirror;
    signal.addEventListener('abort', () => {
      this.#api = null;
      port.close();
      api[Comlink.releaseProxy]();
    });
    for (const type of ['play', 'playing', 'seeking'])
      element.addEventListener(type, () => this.#worker.watch(), { signal });
    const attached = this.#listen(port, mirror, headStart, signal);
    const loaded = channel === null ? succeed(undefined) : this.#load(api, { ...source, startSeconds }, channel.port2);
    const opened = Promise.resolve(loaded).then((outcome) => (outcome.ok ? attached : outcome));
    /** The inline script began before it was known where the viewer wants to be. */
    if (headStart !== null && headStart.startSeconds !== startSeconds) mirror.setTarget(startSeconds);
    followBox(api, signal);
    await api.ping();
    return succeed({ api, mirror, opened });
  }

  #load(
    api: Comlink.Remote<MediaWorkerApi>,
    source: MediaSourceDescription,
    port: MessagePort,
  ): Promise<Outcome<void>> {
    const { engineUrl, elementBox } = this.#dependencies;
    const load: MediaLoad = { source, engineUrl, box: elementBox() };
    return api.load(load, Comlink.transfer(port, [port]) as never);
  }

  /**
   * The watchdog of the path: some browsers promise MediaSource in workers and never open one (media.md 4). A head start may
   * have said much already.
   */
  #listen(
    port: MessagePort,
    mirror: ElementMirror,
    headStart: HeadStart | null,
    signal: AbortSignal,
  ): Promise<Outcome<void>> {
    return new Promise((resolve) => {
      const { clock } = this.#dependencies;
      const timeoutMs = MEDIA.workerStartTimeoutMs + MEDIA.sourceOpenTimeoutMs;
      const refuse = (): void => resolve(fail('worker.unavailable', 'the source of the worker did not open'));
      const cancel = clock.after(timeoutMs, refuse);
      signal.addEventListener('abort', () => {
        cancel();
        refuse();
      });
      const receive = (message: EngineMessage): void => {
        this.#worker.noteServed();
        if (message.kind !== 'open') return this.#receive(message, mirror);
        cancel();
        resolve(succeed(undefined));
      };
      headStart?.stopQueueing();
      port.addEventListener('message', ({ data }: MessageEvent<EngineMessage>) => receive(data), { signal });
      port.start();
      for (const message of headStart?.messages ?? []) receive(message);
      if (headStart !== null) mirror.forward(null);
    });
  }

  #receive(message: Exclude<EngineMessage, { kind: 'open' }>, mirror: ElementMirror): void {
    switch (message.kind) {
      case 'handle':
        return attachHandle(this.#dependencies.element, message);
      case 'seek':
        if (mirror.follow(message)) this.#events.emit('moved', { seconds: message.seconds });
        return;
      case 'state':
        return this.#events.emit('state', message.state);
      case 'fatal':
        return this.#events.emit('fatal', message.fatal);
      case 'trouble':
        return this.#events.emit('trouble', { detail: message.detail });
    }
  }
}
