import { isPlayerErrorCode } from '../../../../protocol/errors.ts';
import type {
  MediaEngine,
  MediaEngineState,
  MediaPath,
  MediaSourceDescription,
} from '../../../../protocol/media/media-engine.ts';
import { hasLostSource } from '../../platform/lost-source.ts';
import { AttachedSource } from './attached-source.ts';
import { EngineSession, WORKER_UNAVAILABLE } from './engine-session.ts';
import { followOutside } from './follow-outside.ts';
import { LastPosition } from './last-position.ts';
import { WATCHED_EVENTS } from './watched-events.ts';
import { PlayControl } from './play-control.ts';
import { Seeker } from './seeker.ts';
import { StallWatch } from './stall-watch.ts';
import type { StreamDependencies } from './stream-dependencies.ts';
import { PhaseMachine, type StreamPhase } from './stream-phase.ts';

/**
 * One element and the engine that feeds it, both of which follow the intents. This class remembers no request: whatever happens to
 * the element or the engine, {@link reconcile} compares their state with the intents.
 */
export class Stream {
  readonly #dependencies: StreamDependencies;
  readonly #seeker: Seeker;
  readonly #playControl: PlayControl;
  readonly #session: EngineSession;
  readonly #last: LastPosition;
  readonly #stallWatch: StallWatch;
  readonly #attached: AttachedSource;
  readonly #phases = new PhaseMachine();
  #source: MediaSourceDescription | null = null;
  /** Whether the encoder of a live stream is missing. */
  #isAway = false;

  constructor(dependencies: StreamDependencies) {
    this.#dependencies = dependencies;
    const { element, clock, intents, events, connection } = dependencies;
    this.#seeker = new Seeker({ element, clock, intents, onDue: () => this.reconcile() });
    this.#last = new LastPosition(clock);
    this.#attached = new AttachedSource(element);
    this.#session = new EngineSession({
      intents,
      maySwitch: () => connection.get() !== 'offline' && !element.ended,
      openEngine: dependencies.openEngine,
      onOpened: () => this.#onOpened(),
      onRefused: (code, message) => this.#refused(code, message),
      onFatal: (code, message) => this.#fail(code, message),
      onState: (state, engine) => this.#onState(state, engine),
      onProblem: (detail) => events.onProblem(detail),
      onMoved: (seconds) => this.#seeker.engineMoved(seconds),
      onReopened: () => this.reconcile(),
    });
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
      isAway: () => this.#isAway || !this.#isOnline(),
      onTimeout: (message) => this.#fail('net.timeout', message),
    });
    // Choices may have waited for the network.
    connection.subscribe(() => this.reconcile());
    for (const type of WATCHED_EVENTS) element.addEventListener(type, () => this.#onElement(type));
  }

  get phase(): StreamPhase {
    return this.#phases.current;
  }

  get path(): MediaPath | null {
    return this.#session.path;
  }

  /** Media time, seconds: the requested position, else the position of the video, or its start. */
  get positionSeconds(): number {
    const { position } = this.#dependencies.intents.current;
    return position?.seconds ?? (this.#hasPosition() ? this.#dependencies.element.currentTime : this.#last.seconds);
  }

  /** Sets the stream that {@link reconcile} opens once it is wanted; an earlier stream is released. */
  prepare(source: MediaSourceDescription): void {
    this.#release('prepare');
    this.#source = source;
    this.#last.begin(source.startSeconds);
  }

  /** Releases the stream. Until the next stream is prepared, the position is its start, or by default the last position. */
  close(nextStartSeconds = this.positionSeconds): void {
    this.#release('close');
    this.#source = null;
    this.#last.begin(nextStartSeconds);
  }

  /** Tries again after a failure, at the position of the intents. */
  retry(): void {
    if (this.#session.isThere) this.#recover();
    else this.#open();
    this.reconcile();
  }

  /** Continues from the same position with another engine. */
  reopen(): void {
    this.#last.set(this.positionSeconds);
    this.#release('prepare');
    this.reconcile();
  }

  /**
   * Moves the stream towards the intents, from any state; may be called at any time. In a gesture (a viewer has pressed play) the
   * element is requested to play even if it was requested before.
   */
  reconcile(isGesture = false): void {
    const { element, intents } = this.#dependencies;
    if (this.#phases.current === 'prepared' && intents.current.stream) this.#open();
    if (!this.#phases.hasElement) {
      // The head start of the inline script plays on by itself; a host may have cued a video since.
      if (!intents.current.stream && !element.paused) element.pause();
      return;
    }
    if (this.#attached.update()) this.#onNewSource();
    this.#session.tellSettings();
    this.#session.tellTarget();
    // An element that lost its source is at its end, and cannot seek or play before it has another source.
    if (hasLostSource(element)) return this.#keepPosition();
    this.#seeker.reconcile();
    this.#session.tellTarget();
    this.#playControl.reconcile(isGesture);
    if (!intents.current.playing) intents.fulfil({ playing: false });
    if (this.#hasPosition()) this.#last.remember(element);
  }

  /** Called about once a second during playback. */
  check(): void {
    this.#session.observeElement();
    this.reconcile();
  }

  #onElement(type: (typeof WATCHED_EVENTS)[number]): void {
    if (type === 'emptied') this.#onNewSource();
    if (type === 'waiting' && this.#dependencies.intents.current.playing) this.#stallWatch.watch();
    if (type === 'playing') this.#stallWatch.stop();
    if ((type === 'pause' || type === 'play') && this.#hasPosition()) followOutside(this.#dependencies);
    this.reconcile();
    // Late events of an element that was released, or has failed, are ignored.
    if (this.#phases.hasElement) this.#dependencies.events.changed(type);
  }

  /** Applies the engine's state; about live video the playlist overrides the catalog. */
  #onState(state: MediaEngineState, engine: MediaEngine): void {
    const { isLive, live = { condition: 'on' } } = state;
    if (this.#source !== null && isLive !== null) this.#source = { ...this.#source, isLive };
    this.#isAway = live.condition !== 'on';
    this.#dependencies.events.engineState(state, engine);
  }

  /** An element with a new source reports position 0 until it is seeked, so the last position is requested. */
  #onNewSource(): void {
    if (!this.#phases.hasElement) return;
    this.#seeker.sourceChanged();
    this.#keepPosition();
  }

  /** Requests the last position after the source was lost, also from the engine that opens the next source. */
  #keepPosition(): void {
    const { intents } = this.#dependencies;
    if (intents.current.position !== null || this.#source?.isLive !== false) return;
    intents.renew({ position: { seconds: this.#last.movedSeconds, reason: 'resume' } });
    this.#session.tellTarget();
  }

  /** Whether the element's position is that of the video. */
  #hasPosition(): boolean {
    return this.#phases.hasElement && this.#attached.isUsable;
  }

  #release(input: 'prepare' | 'close'): void {
    const { element } = this.#dependencies;
    this.#session.rest();
    this.#stallWatch.stop();
    this.#seeker.stop();
    // Releasing a source stops an element, but an element that never had a source would wait for ever.
    if (this.#phases.hasElement && !element.paused) element.pause();
    this.#session.end();
    // An element without a source would keep a start position that was set for this source.
    if (element.readyState === 0 && element.currentTime > 0) element.currentTime = 0;
    this.#phases.take(input);
  }

  /** Source to open, if anything may be opened. */
  #begin(input: 'open' | 'recover'): MediaSourceDescription | null {
    if (this.#source === null || !this.#phases.take(input)) return null;
    this.#stallWatch.watch();
    return this.#source;
  }

  #open(): void {
    const source = this.#begin('open');
    if (source === null) return;
    const { intents } = this.#dependencies;
    // A live stream begins at the live edge, which only the engine knows.
    if (intents.current.position === null && (!source.isLive || this.#last.seconds > 0))
      intents.renew({ position: { seconds: this.#last.seconds, reason: 'start' } });
    void this.#session.open(source);
  }

  #recover(): void {
    const source = this.#begin('recover');
    if (source !== null) void this.#session.recover(source);
  }

  #onOpened(): void {
    this.#phases.take('opened');
    this.#dependencies.intents.fulfil({ stream: true });
    this.reconcile();
    this.#dependencies.events.changed('opened');
  }

  /** `false` while the network is `back`: requests from before its return may still fail. */
  #isOnline(): boolean {
    return this.#dependencies.connection.get() === 'online';
  }

  /** After a worker that does not start, or keeps dying, the video continues on another path. */
  #refused(code: string, message: string): void {
    if (code !== WORKER_UNAVAILABLE) return this.#fail(code, message);
    // Without a network no worker can load, which is no reason to give up the worker path.
    if (!this.#isOnline()) return this.#fail('net.connect', message);
    if (!this.#session.giveUpWorker()) return this.#fail(code, message);
    this.#dependencies.onWorkerRefused(message);
    this.reopen();
  }

  #fail(code: string, message: string): void {
    const { element, events } = this.#dependencies;
    const lastSeconds = this.positionSeconds;
    if (!this.#phases.take('fail')) return;
    this.#last.set(lastSeconds);
    this.#session.rest();
    this.#stallWatch.stop();
    if (!element.paused) element.pause();
    events.failed(isPlayerErrorCode(code) ? code : 'player.internal', message);
  }
}
