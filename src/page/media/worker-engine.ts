import * as Comlink from 'comlink';
import type { Clock } from '../../../protocol/clock.ts';
import { LIFECYCLE, MEDIA } from '../../../protocol/constants.ts';
import type { MediaEngine, MediaEngineEvents, MediaSourceDescription } from '../../../protocol/media-engine.ts';
import {
  FORWARDED_EVENTS,
  type ElementBox,
  type ElementMessage,
  type EngineMessage,
  type MediaLoad,
  type MediaWorkerApi,
} from '../../../protocol/media-worker.ts';
import { fail, succeed, type Outcome } from '../../../protocol/outcome.ts';
import type { QualityName } from '../../../protocol/player-info.ts';
import type { HeadStart } from '../boot/boot-state.ts';
import { hasLostSource } from './lost-source.ts';
import { takeHandle } from './take-handle.ts';
import { pinMethods } from '../pin-methods.ts';

type Listener<Name extends keyof MediaEngineEvents> = (event: MediaEngineEvents[Name]) => void;

export interface WorkerEngineDependencies {
  readonly element: HTMLVideoElement;
  readonly clock: Clock;
  readonly startWorker: () => Worker;
  /** Address of the engine's module, which the worker loads. */
  readonly engineUrl: string;
  /** What the inline script has begun for this very source; used once. */
  readonly takeHeadStart: (source: MediaSourceDescription) => HeadStart | null;
}

/**
 * Main's side of the worker engine: it owns the element, passes its events on, and does what the engine asks. It decides
 * nothing, parses nothing and fetches nothing.
 */
export class WorkerEngine implements MediaEngine {
  readonly path = 'worker';
  readonly #element: HTMLVideoElement;
  readonly #clock: Clock;
  readonly #startWorker: () => Worker;
  readonly #engineUrl: string;
  readonly #takeHeadStart: WorkerEngineDependencies['takeHeadStart'];
  readonly #listeners: { [Name in keyof MediaEngineEvents]: Set<Listener<Name>> } = {
    state: new Set(),
    fatal: new Set(),
    trouble: new Set(),
  };
  /** Held for the life of the engine: Comlink loses the calls of a proxy that was collected. */
  #worker: Worker | null = null;
  #api: Comlink.Remote<MediaWorkerApi> | null = null;
  #view: MessagePort | null = null;
  #source: MediaSourceDescription | null = null;
  #seekNumber = 0;
  #stop = new AbortController();
  #onOpen: () => void = () => undefined;
  #restarts = 0;
  /** Where the film was when it last moved, seconds. */
  #lastSeconds = 0;
  /** Where the worker has heard that the element is. */
  #toldSeconds: number | null = null;
  /** Where the next source goes on; where the element is, unless it says otherwise. */
  #resumeSeconds: number | undefined;
  /** Told again to a worker that takes over. */
  #quality: QualityName = 'auto';
  #audioTrack: string | null = null;

  constructor({ element, clock, startWorker, engineUrl, takeHeadStart }: WorkerEngineDependencies) {
    this.#element = element;
    this.#clock = clock;
    this.#startWorker = startWorker;
    this.#engineUrl = engineUrl;
    this.#takeHeadStart = takeHeadStart;
  }

  /** Fails with `worker.unavailable` where this path does not work, which the caller answers with another path. */
  async load(source: MediaSourceDescription): Promise<Outcome<void>> {
    this.#source = source;
    this.#seekNumber = 0;
    this.#stop = new AbortController();
    const headStart = this.#takeHeadStart(source);
    const worker = headStart?.worker ?? this.#createWorker();
    if (worker === null) return fail('worker.unavailable', 'the media worker cannot start');
    this.#worker = worker;
    this.#api = pinMethods(Comlink.wrap<MediaWorkerApi>(worker));
    const attached = this.#waitForOpen();
    const opened = headStart === null ? this.#open(source, this.#api) : Promise.resolve(this.#adopt(headStart));
    const outcome = await Promise.race([opened, this.#watch(worker)]);
    if (!outcome.ok) return this.#giveUp(outcome);
    const open = await attached;
    return open.ok ? open : this.#giveUp(open);
  }

  async recover(positionSeconds: number): Promise<Outcome<void>> {
    const api = this.#api;
    if (api === null) return fail('player.internal', 'nothing to recover');
    this.#resumeSeconds = positionSeconds;
    const outcome = await this.#orSilence(api.recover(positionSeconds));
    return outcome ?? this.#startOver(positionSeconds);
  }

  detach(): void {
    this.#stop.abort();
    /** The element lets go first: a worker that ends while it is attached leaves it waiting for ever. */
    if (this.#element.srcObject !== null) this.#element.srcObject = null;
    this.#endWorker();
  }

  /** `null` where a worker gives no answer. */
  #orSilence<Answer>(answer: Answer): Promise<Awaited<Answer> | null> {
    const silence = new Promise<null>((resolve) => this.#clock.after(MEDIA.pingTimeoutMs, () => resolve(null)));
    return Promise.race([answer, silence]);
  }

  /** An engine that gives up, or changes its source, lets go of the element too: only silence tells that it is dead. */
  async #afterLostSource(): Promise<void> {
    const api = this.#api;
    if (api === null || (await this.#orSilence(api.ping())) !== null) return;
    if (api === this.#api) this.#restart();
  }

  #restart(): void {
    this.#restarts += 1;
    this.#emit('trouble', { detail: 'the media worker died' });
    const isHopeless = this.#restarts > LIFECYCLE.workerRestartsMax;
    const restarted = isHopeless
      ? Promise.resolve(fail('worker.unavailable', 'the media worker keeps dying'))
      : this.#startOver(this.#positionSeconds());
    void restarted.then((outcome) => {
      if (outcome.ok) return;
      this.#emit('fatal', { code: 'player.internal', message: outcome.message, detail: outcome.code });
    });
  }

  /** An element that lost its source stands at its end. */
  #positionSeconds(): number {
    return hasLostSource(this.#element) ? this.#lastSeconds : this.#element.currentTime;
  }

  /** The element keeps its last picture until the new worker has a source for it. */
  async #startOver(positionSeconds: number): Promise<Outcome<void>> {
    const source = this.#source;
    if (source === null) return fail('player.internal', 'nothing to recover');
    this.#stop.abort();
    this.#endWorker();
    this.#resumeSeconds = positionSeconds;
    const loaded = await this.load({ ...source, startSeconds: positionSeconds });
    if (loaded.ok && this.#quality !== 'auto') this.setQuality(this.#quality);
    if (loaded.ok && this.#audioTrack !== null) this.setAudioTrack(this.#audioTrack);
    return loaded;
  }

  #endWorker(): void {
    this.#onOpen = () => undefined;
    this.#view?.close();
    this.#api?.[Comlink.releaseProxy]();
    this.#worker?.terminate();
    this.#worker = null;
    this.#api = null;
    this.#view = null;
  }

  setQuality(quality: QualityName): void {
    this.#quality = quality;
    void this.#api?.setQuality(quality);
  }

  setAudioTrack(id: string): void {
    this.#audioTrack = id;
    void this.#api?.setAudioTrack(id);
  }

  observeElement(): void {
    this.#forward('timeupdate');
  }

  on<Name extends keyof MediaEngineEvents>(name: Name, listener: Listener<Name>): () => void {
    this.#listeners[name].add(listener);
    return () => this.#listeners[name].delete(listener);
  }

  #createWorker(): Worker | null {
    try {
      return this.#startWorker();
    } catch {
      return null;
    }
  }

  #open(source: MediaSourceDescription, api: Comlink.Remote<MediaWorkerApi>): Promise<Outcome<void>> {
    const channel = new MessageChannel();
    this.#listen(channel.port1);
    const load: MediaLoad = { source, engineUrl: this.#engineUrl, box: elementBox(this.#element) };
    return api.load(load, Comlink.transfer(channel.port2, [channel.port2]) as never);
  }

  /** The stream is on its way already; what the worker said meanwhile is heard now. */
  #adopt({ port, messages, stopQueueing }: HeadStart): Outcome<void> {
    stopQueueing();
    this.#listen(port);
    for (const message of messages) this.#receive(message);
    this.#forward(null);
    return succeed(undefined);
  }

  #listen(view: MessagePort): void {
    this.#view = view;
    this.#toldSeconds = null;
    const { signal } = this.#stop;
    view.addEventListener('message', ({ data }: MessageEvent<EngineMessage>) => this.#receive(data), { signal });
    view.start();
    for (const type of FORWARDED_EVENTS) this.#element.addEventListener(type, () => this.#forward(type), { signal });
    void this.#watchPlaying(signal);
  }

  async #watchPlaying(signal: AbortSignal): Promise<void> {
    const { watchWorker } = await import('./watch-worker.ts');
    const [api, element] = [this.#api, this.#element];
    if (api === null || signal.aborted) return;
    watchWorker({ element, clock: this.#clock, api, boxOf: elementBox, onDead: () => this.#restart() }, signal);
  }

  #receive(message: EngineMessage): void {
    switch (message.kind) {
      case 'handle':
        takeHandle(this.#element, message, this.#resumeSeconds ?? this.#positionSeconds());
        this.#resumeSeconds = undefined;
        /** A new source swallows the event of a seek that came just before. */
        if (this.#toldSeconds !== null && this.#toldSeconds !== this.#element.currentTime) this.#forward('seeking');
        break;
      case 'open':
        this.#onOpen();
        break;
      case 'seek':
        this.#seekNumber = message.seekNumber;
        this.#element.currentTime = message.seconds;
        this.#forward(null);
        break;
      case 'state':
        this.#emit('state', message.state);
        break;
      case 'fatal':
        this.#emit('fatal', message.fatal);
        break;
      case 'trouble':
        this.#emit('trouble', { detail: message.detail });
    }
  }

  #forward(event: ElementMessage['event']): void {
    const { currentTime, paused, seeking, ended, readyState, playbackRate, duration, error } = this.#element;
    if (event === 'ended' && hasLostSource(this.#element)) return void this.#afterLostSource();
    if (!ended && !seeking) this.#lastSeconds = currentTime;
    this.#toldSeconds = currentTime;
    const quality = this.#element.getVideoPlaybackQuality();
    const message: ElementMessage = {
      event,
      snapshot: {
        currentTime,
        atMs: this.#clock.monotonicNow(),
        paused,
        seeking,
        ended,
        readyState,
        playbackRate,
        duration,
        error: error === null ? null : { code: error.code, message: error.message },
        seekNumber: this.#seekNumber,
        droppedFrames: quality.droppedVideoFrames,
        totalFrames: quality.totalVideoFrames,
      },
    };
    this.#view?.postMessage(message);
  }

  /** A worker that does not load says so by an event, or says nothing at all. */
  #watch(worker: Worker): Promise<Outcome<void>> {
    return new Promise((resolve) => {
      const settle = (message: string): void => resolve(fail('worker.unavailable', message));
      const { signal } = this.#stop;
      worker.addEventListener('error', () => settle('the media worker did not load'), { signal });
      worker.addEventListener('messageerror', () => settle('the media worker cannot be understood'), { signal });
      signal.addEventListener('abort', () => settle('the media worker was ended'));
      const cancel = this.#clock.after(MEDIA.workerStartTimeoutMs, () => settle('the media worker does not answer'));
      signal.addEventListener('abort', cancel);
    });
  }

  /** The watchdog of the path: some browsers promise MediaSource in workers and never open one (media.md 4). */
  #waitForOpen(): Promise<Outcome<void>> {
    return new Promise((resolve) => {
      const timeoutMs = MEDIA.workerStartTimeoutMs + MEDIA.sourceOpenTimeoutMs;
      const cancel = this.#clock.after(timeoutMs, () =>
        resolve(fail('worker.unavailable', 'the MediaSource of the worker did not open')),
      );
      this.#onOpen = () => {
        cancel();
        resolve(succeed(undefined));
      };
    });
  }

  #giveUp(failure: Outcome<void>): Outcome<void> {
    this.detach();
    return failure;
  }

  #emit<Name extends keyof MediaEngineEvents>(name: Name, event: MediaEngineEvents[Name]): void {
    for (const listener of this.#listeners[name]) listener(event);
  }
}

function elementBox(element: HTMLVideoElement): ElementBox {
  const density = window.devicePixelRatio;
  return { widthPixels: element.clientWidth * density, heightPixels: element.clientHeight * density };
}
