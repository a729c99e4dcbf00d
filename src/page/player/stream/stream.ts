import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { isPlayerErrorCode, type PlayerErrorCode } from '../../../../protocol/errors.ts';
import type {
  MediaEngine,
  MediaEngineState,
  MediaPath,
  MediaSourceDescription,
} from '../../../../protocol/media/media-engine.ts';
import type { Outcome } from '../../../../protocol/runtime/outcome.ts';
import { hasLostSource } from '../../engines/lost-source.ts';
import type { Intents } from '../intents/intents.ts';
import type { PositionIntent } from '../intents/intent.ts';
import { EngineSettings } from './engine-settings.ts';
import { movingRate, READY_STATE, type MediaElement } from './media-element.ts';
import { PlayControl } from './play-control.ts';
import { Seeker } from './seeker.ts';
import { StallWatch } from './stall-watch.ts';
import { hasElement, nextPhase, type StreamInput, type StreamPhase } from './stream-phase.ts';
import { PROGRESS_INTERVAL_MS } from '../observers/time-observer.ts';

/** What a stream says of itself. It decides nothing about states, playlists or hosts. */
export interface StreamEvents {
  /** The element has changed and has been brought nearer to what is wanted: time to look at it. */
  changed(type: string): void;
  engineState(state: MediaEngineState): void;
  /** The viewer has used controls of the browser: picture-in-picture, a headset, the system's. */
  pausedOutside(): void;
  playedOutside(): void;
  failed(code: PlayerErrorCode, message: string): void;
  /** Something that recovery deals with. */
  troubled(detail: string): void;
  /** P6 */
  autoplayBlocked(): void;
  autoplayRefused(): void;
}

export interface StreamDependencies {
  readonly element: MediaElement;
  readonly clock: Clock;
  readonly intents: Intents;
  /** An engine of the best path that works here, not loaded. */
  readonly openEngine: (source: MediaSourceDescription) => Promise<Outcome<MediaEngine>>;
  /** The worker path was promised and does not work, or works no longer; the next engine is of another path. */
  readonly onWorkerRefused: (message: string) => void;
  readonly isOnline: () => boolean;
  readonly events: StreamEvents;
}

/** After each of these the element may be elsewhere than it is wanted. */
const WATCHED = [
  'canplay',
  'durationchange',
  'emptied',
  'ended',
  'loadeddata',
  'loadedmetadata',
  'pause',
  'play',
  'playing',
  'ratechange',
  'seeked',
  'seeking',
  'waiting',
] as const satisfies readonly (keyof HTMLMediaElementEventMap)[];

const WORKER_UNAVAILABLE = 'worker.unavailable';

/**
 * One element, the engine that feeds it, and the rule that both do what the intents say. Nothing here remembers a request:
 * whatever happens to the element or the engine, {@link reconcile} compares what is with what is wanted.
 */
export class Stream {
  readonly #dependencies: StreamDependencies;
  readonly #seeker: Seeker;
  readonly #playControl: PlayControl;
  readonly #settings: EngineSettings;
  readonly #stallWatch: StallWatch;
  readonly #stop = new AbortController();
  #phase: StreamPhase = 'none';
  #source: MediaSourceDescription | null = null;
  #engine: MediaEngine | null = null;
  /** Aborts what belongs to an opening that is over. */
  #opening = new AbortController();
  /** The position that the engine knows of. */
  #toldPosition: PositionIntent | null = null;
  /** Where the film was when the element was last well, seconds, when that was, and how fast it moved. */
  #lastSeconds = 0;
  #lastAtMs = 0;
  #lastRate = 0;
  #isWorkerRefused = false;
  /** What the element was last seen to play; its event about that may be late. */
  #attached: MediaProvider | null = null;

  constructor(dependencies: StreamDependencies) {
    this.#dependencies = dependencies;
    const { element, clock, intents, events, isOnline } = dependencies;
    this.#seeker = new Seeker({ element, clock, intents, onDue: () => this.reconcile() });
    this.#settings = new EngineSettings(intents);
    this.#playControl = new PlayControl({
      element,
      intents,
      onBlocked: () => events.autoplayBlocked(),
      onRefused: () => events.autoplayRefused(),
    });
    this.#stallWatch = new StallWatch({
      element,
      clock,
      intents,
      isOnline,
      onTimeout: (message) => this.#fail('net.timeout', message),
    });
    for (const type of WATCHED)
      element.addEventListener(type, () => this.#onElement(type), { signal: this.#stop.signal });
  }

  get path(): MediaPath | null {
    return this.#engine?.path ?? null;
  }

  /** Media time, seconds: where the viewer wants to be, else where the film is, or will begin. */
  get positionSeconds(): number {
    const { position } = this.#dependencies.intents.current;
    return position?.seconds ?? (this.#isWell() ? this.#dependencies.element.currentTime : this.#lastSeconds);
  }

  /** Names the stream that {@link reconcile} opens once it is wanted; an earlier one is let go. */
  prepare(source: MediaSourceDescription): void {
    this.#letGo('prepare');
    this.#source = source;
    this.#lastSeconds = source.startSeconds;
    this.#lastRate = 0;
  }

  close(): void {
    this.#letGo('close');
    this.#source = null;
  }

  /** Tries again where the intents say, after a failure. */
  retry(): void {
    const engine = this.#engine;
    if (engine === null) this.#open();
    else this.#recover(engine);
    this.reconcile();
  }

  /** Ends everything. */
  stop(): void {
    this.close();
    this.#stop.abort();
  }

  /**
   * Brings the stream to what is wanted, from wherever it is, as often as it is called. In a gesture (a viewer has pressed
   * play) the element is asked even where it has been asked before.
   */
  reconcile(isGesture = false): void {
    const { intents } = this.#dependencies;
    if (this.#phase === 'prepared' && intents.current.stream) this.#open();
    if (!hasElement(this.#phase)) return this.#endHeadStart();
    this.#lookAtSource();
    this.#settings.tell();
    this.#tellTarget();
    /** An element whose source is gone stands at its end, and does nothing there until it has another. */
    if (hasLostSource(this.#dependencies.element)) return this.#keepPosition();
    this.#seeker.reconcile();
    this.#tellTarget();
    this.#playControl.reconcile(isGesture);
    if (!intents.current.playing) intents.fulfil({ playing: false });
    if (this.#isWell()) this.#rememberPosition();
  }

  /** About once a second while it plays. */
  look(): void {
    this.#engine?.observeElement?.();
    this.reconcile();
  }

  #onElement(type: (typeof WATCHED)[number]): void {
    if (type === 'emptied') this.#onNewSource();
    if (type === 'waiting' && this.#dependencies.intents.current.playing) this.#stallWatch.watch();
    if (type === 'playing') this.#stallWatch.stop();
    if (type === 'pause' || type === 'play') this.#followOutside();
    this.reconcile();
    /** What an element says that was let go, or has failed, comes late. */
    if (hasElement(this.#phase)) this.#dependencies.events.changed(type);
  }

  /** What the inline script has begun plays on by itself; a host may have cued something since. */
  #endHeadStart(): void {
    const { element, intents } = this.#dependencies;
    if (!intents.current.stream && !element.paused) element.pause();
  }

  #lookAtSource(): void {
    const { srcObject } = this.#dependencies.element;
    if (srcObject === this.#attached) return;
    this.#attached = srcObject;
    this.#onNewSource();
  }

  /** It begins at 0 and stands still, wherever the viewer was. */
  #onNewSource(): void {
    if (!hasElement(this.#phase)) return;
    this.#seeker.sourceChanged();
    this.#keepPosition();
  }

  /** The source is gone, so its position is wanted; also by the engine that brings the next one. */
  #keepPosition(): void {
    const { intents, clock } = this.#dependencies;
    if (intents.current.position !== null || this.#source?.isLive !== false) return;
    const sinceMs = Math.min(clock.monotonicNow() - this.#lastAtMs, PROGRESS_INTERVAL_MS);
    const seconds = this.#lastSeconds + (sinceMs / 1_000) * this.#lastRate;
    intents.renew({ position: { seconds, reason: 'resume' } });
    this.#tellTarget();
  }

  #rememberPosition(): void {
    const { element, clock } = this.#dependencies;
    this.#lastSeconds = element.currentTime;
    this.#lastAtMs = clock.monotonicNow();
    this.#lastRate = movingRate(element);
  }

  /** Our own calls agree with the intents at once, so an element that does not was told by something else. */
  #followOutside(): void {
    const { element, intents, events } = this.#dependencies;
    const agrees = element.paused !== intents.current.playing;
    if (agrees || !this.#isWell()) return;
    if (!element.paused) {
      intents.fulfil({ playing: true });
      events.playedOutside();
    } else if (!element.ended) {
      intents.fulfil({ playing: false });
      events.pausedOutside();
    }
  }

  /** Whether what the element says of its position is the film's. */
  #isWell(): boolean {
    const { element } = this.#dependencies;
    const isAttached = element.srcObject === this.#attached && element.readyState >= READY_STATE.metadata;
    return hasElement(this.#phase) && isAttached && !hasLostSource(element);
  }

  #go(input: StreamInput): boolean {
    const next = nextPhase(this.#phase, input);
    if (next !== null) this.#phase = next;
    return next !== null;
  }

  #letGo(input: 'prepare' | 'close'): void {
    const { element } = this.#dependencies;
    this.#opening.abort();
    this.#stallWatch.stop();
    this.#seeker.stop();
    /** Letting go of a source stops an element, but one that never had any would go on waiting. */
    if (hasElement(this.#phase) && !element.paused) element.pause();
    this.#engine?.detach();
    /** An element without a source keeps where it was told to begin, for any other source. */
    if (element.readyState === 0 && element.currentTime > 0) element.currentTime = 0;
    this.#engine = null;
    this.#settings.useEngine(null);
    this.#toldPosition = null;
    this.#go(input);
  }

  #begin(input: 'open' | 'recover'): AbortSignal | null {
    if (!this.#go(input)) return null;
    this.#opening.abort();
    this.#opening = new AbortController();
    this.#stallWatch.watch();
    return this.#opening.signal;
  }

  #open(): void {
    const source = this.#source;
    const signal = source === null ? null : this.#begin('open');
    if (source === null || signal === null) return;
    const { intents } = this.#dependencies;
    /** A live stream begins at its head, which only the engine knows. */
    if (intents.current.position === null && (!source.isLive || this.#lastSeconds > 0))
      intents.renew({ position: { seconds: this.#lastSeconds, reason: 'start' } });
    void this.#load(source, signal);
  }

  async #load(source: MediaSourceDescription, signal: AbortSignal): Promise<void> {
    const opened = await this.#dependencies.openEngine(source);
    if (signal.aborted) return opened.ok ? opened.value.detach() : undefined;
    if (!opened.ok) return this.#fail(opened.code, opened.message);
    const engine = opened.value;
    this.#engine = engine;
    this.#listen(engine, signal);
    this.#settings.useEngine(engine);
    this.#settle(await engine.load({ ...source, startSeconds: this.#begins(source) }), signal);
  }

  #recover(engine: MediaEngine): void {
    const source = this.#source;
    const signal = source === null ? null : this.#begin('recover');
    if (source === null || signal === null) return;
    this.#listen(engine, signal);
    this.#settings.useEngine(engine);
    void engine.recover(this.#begins(source)).then((recovered) => this.#settle(recovered, signal));
  }

  /** Where the engine is told to begin. */
  #begins({ startSeconds, isLive }: MediaSourceDescription): number {
    const { position } = this.#dependencies.intents.current;
    this.#toldPosition = position;
    return position?.seconds ?? (isLive ? 0 : startSeconds);
  }

  #settle(outcome: Outcome<void>, signal: AbortSignal): void {
    if (signal.aborted) return;
    if (!outcome.ok) return this.#refused(outcome.code, outcome.message);
    this.#go('opened');
    this.#dependencies.intents.fulfil({ stream: true });
    this.reconcile();
    this.#dependencies.events.changed('opened');
  }

  #listen(engine: MediaEngine, signal: AbortSignal): void {
    const { events } = this.#dependencies;
    const undo = [
      engine.on('state', (state) => {
        this.#settings.follow(state);
        events.engineState(state);
      }),
      engine.on('trouble', ({ detail }) => events.troubled(detail)),
      engine.on('fatal', ({ code, message, detail }) => {
        if (detail === WORKER_UNAVAILABLE) this.#refused(detail, message);
        else this.#fail(code, message);
      }),
      engine.on('moved', ({ seconds }) => this.#seeker.engineMoved(seconds)),
      engine.on('reopened', () => {
        this.#settings.useEngine(engine);
        this.reconcile();
      }),
    ];
    signal.addEventListener('abort', () => {
      for (const end of undo) end();
    });
  }

  /** Before the element moves, so that its event finds an engine that knows why. */
  #tellTarget(): void {
    const { position } = this.#dependencies.intents.current;
    if (position === this.#toldPosition || this.#engine === null) return;
    this.#toldPosition = position;
    this.#engine.setTarget(position?.seconds ?? null);
  }

  /** A worker that does not start, or keeps dying, is given up; the film is not. */
  #refused(code: string, message: string): void {
    if (code !== WORKER_UNAVAILABLE || this.#isWorkerRefused) return this.#fail(code, message);
    this.#isWorkerRefused = true;
    this.#lastSeconds = this.positionSeconds;
    this.#dependencies.onWorkerRefused(message);
    this.#letGo('prepare');
    this.reconcile();
  }

  #fail(code: string, message: string): void {
    const { element, events } = this.#dependencies;
    const lastSeconds = this.positionSeconds;
    if (!this.#go('fail')) return;
    this.#lastSeconds = lastSeconds;
    this.#opening.abort();
    this.#stallWatch.stop();
    this.#settings.useEngine(null);
    if (!element.paused) element.pause();
    events.failed(isPlayerErrorCode(code) ? code : 'player.internal', message);
  }
}
