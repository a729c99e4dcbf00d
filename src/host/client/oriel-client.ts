import { FRAME_EVENTS } from '../../../protocol/host/host-vocabulary.ts';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { callReporting } from '../call-reporting.ts';
import type { HostEnvironment } from '../environment.ts';
import type { HostFrame } from '../frame/host-frame.ts';
import { Listeners } from '../player/listeners.ts';
import { PlayerCore } from '../player/player-core.ts';
import { textOf } from '../plain-values.ts';
import { allowedRange } from './allowed-range.ts';
import { CuePoints } from './cue-points.ts';
import { ownSource, wireSource, type AnyEvent, type EventSource } from './event-sources.ts';
import { isOwnEvent, type OwnEvent } from './own-events.ts';
import { InfoChanges } from './info-changes.ts';
import { liveInfo } from './live-info.ts';
import { OrielError } from './oriel-error.ts';
import { PendingCalls } from './pending-calls.ts';
import { startOfPlayback } from './start-of-playback.ts';
import { timeTicks } from './time-ticks.ts';
import { makeStateStream } from './state-stream.ts';
import type {
  CreatePlayerOptions,
  ListenOptions,
  LiveInfo,
  PlayerEvents,
  PlayerStateName,
  VideoSource,
} from './types.ts';
import { videoCommand } from './video-source.ts';
import { isWireEvent } from './wire-events.ts';

/**
 * Timeout of a command of the promise client: longer than a stream may take to open or to fail (`STALL_TIMEOUT_MS` of
 * the page), so that the player's own error comes first.
 */
const COMMAND_TIMEOUT_MS = 40_000;

/** A player with promises, over the same wire as the script API; pages hold its `playerObject`. */
export class OrielClient {
  readonly info: LiveInfo;
  /** Settles when the player is ready, or has failed to become ready. */
  readonly ready: Promise<void>;
  readonly #environment: HostEnvironment;
  readonly #core: PlayerCore;
  readonly #calls: PendingCalls;
  readonly #own: Listeners;
  readonly #changes: InfoChanges;
  readonly #cuePoints: CuePoints;
  /** Promises that have not settled, and how to cancel them. */
  readonly #promised = new Map<Promise<void>, (error: OrielError) => void>();
  #isReady = false;
  #isDestroyed = false;

  constructor(target: Element, options: CreatePlayerOptions, environment: HostEnvironment) {
    const { window, clock } = environment;
    const { parameters, ...rest } = options;
    this.#environment = environment;
    const timeoutMs = options.commandTimeoutMs ?? COMMAND_TIMEOUT_MS;
    this.#calls = new PendingCalls(clock, timeoutMs, (name) => allowedRange(name, this.info));
    this.#own = new Listeners(window);
    let settleReady: (error?: OrielError) => void = () => undefined;
    this.ready = new Promise<void>((resolve, reject) => {
      settleReady = (error) => (error === undefined ? resolve() : reject(error));
    });
    this.#core = new PlayerCore(this, target, { ...rest, playerVars: parameters }, environment, {
      onMessage: (event, info) => {
        if (event === 'onReady') {
          this.#isReady = true;
          settleReady();
        } else if (event === FRAME_EVENTS.commandResult) this.#calls.finish(info);
        else if (!event.startsWith('on')) this.#onInfo();
      },
      onFullscreenChange: (active) => this.#tell('fullscreenchange', { active }),
      onGone: () => this.#rejectPending(new OrielError('destroyed', 'the frame has left the page')),
      onSilence: () => settleReady(new OrielError('unreachable', this.#core.hostFrame.silenceText())),
    });
    // Subscribes to full screen, because on the iPhone only the frame can detect it.
    this.#core.addListener('onFullscreenChange', () => undefined);
    this.info = liveInfo(this.#core);
    this.#changes = new InfoChanges(this.info, (name, event) => this.#tell(name, event));
    this.#cuePoints = new CuePoints({
      clock,
      position: () => {
        const { state, currentTime, rate } = this.info;
        return { seconds: currentTime, rate: state === 'playing' ? rate : 0 };
      },
    });
  }

  get hostFrame(): HostFrame {
    return this.#core.hostFrame;
  }

  get frame(): HTMLIFrameElement {
    return this.#core.frame;
  }

  play(): Promise<void> {
    if (this.#isDestroyed || this.#core.cache.read('playerState') === PLAYER_STATE.playing)
      return this.call('playVideo');
    const start = startOfPlayback(this.#core, this.#environment.clock, this.#calls.timeoutMs);
    const taken = this.call('playVideo');
    taken.then(start.begin, (error: unknown) => start.cancel(error as OrielError));
    return this.#promise(start.promise, start.cancel);
  }

  show(verb: 'load' | 'cue', source: VideoSource): Promise<void> {
    try {
      const [name, args] = videoCommand(verb, source);
      return this.call(name, ...args);
    } catch {
      // Untyped pages may pass anything, even values that cannot be read.
      return Promise.reject(new OrielError('invalid', `${verb}: the source cannot be read`));
    }
  }

  requestFullscreen(): Promise<void> {
    return this.#inBrowser('requestFullscreen', () => this.frame.requestFullscreen());
  }

  exitFullscreen(): Promise<void> {
    return this.#inBrowser('exitFullscreen', () => this.#core.fullscreen.leave());
  }

  addCuePoint(seconds: number, listener: () => void, { signal, once = false }: ListenOptions = {}): () => void {
    if (!Number.isFinite(seconds)) throw new OrielError('invalid', `addCuePoint: ${seconds} is no place in a video`);
    if (this.#isDestroyed || signal?.aborted) return () => undefined;
    const stop = this.#cuePoints.add(seconds, () => {
      if (once) stop();
      callReporting(listener, this.#environment.window);
    });
    signal?.addEventListener('abort', stop, { once: true });
    return stop;
  }

  setSize(width: number | string, height: number | string): void {
    this.#core.setSize(width, height);
  }

  embedCode(): string {
    return this.#core.embedCode();
  }

  on<Name extends keyof PlayerEvents>(
    name: Name,
    listener: (event: PlayerEvents[Name]) => void,
    { signal, once = false, intervalMs }: ListenOptions = {},
  ): () => void {
    if (!isWireEvent(name) && !isOwnEvent(name)) throw new OrielError('invalid', `there is no event ${String(name)}`);
    if (intervalMs !== undefined && !(intervalMs > 0 && name === 'timeupdate'))
      throw new OrielError('invalid', `on: intervalMs is a number above 0, and for timeupdate alone`);
    const source = intervalMs === undefined ? this.#source(name) : this.#timeSource(intervalMs);
    const onEvent = (event: AnyEvent): void => {
      if (once) stop();
      (listener as (event: AnyEvent) => void)(event);
    };
    if (signal?.aborted) return () => undefined;
    const stopSource = source(onEvent);
    const stop = (): void => {
      stopSource();
      signal?.removeEventListener('abort', stop);
    };
    signal?.addEventListener('abort', stop);
    return stop;
  }

  states({ signal }: { readonly signal?: AbortSignal } = {}): AsyncIterableIterator<PlayerStateName> {
    const listening = new AbortController();
    const { stream, push, end } = makeStateStream(this.info.state, () => listening.abort());
    const options = { signal: listening.signal };
    this.on('statechange', ({ state }) => push(state), options);
    this.on('destroy', end, options);
    signal?.addEventListener('abort', end, options);
    if (this.#isDestroyed || signal?.aborted) end();
    return stream;
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    // If creation fails, the page never got the player, so an adopted frame stays in the page.
    this.#core.destroy(!this.#isReady && this.hostFrame.isAdopted);
    this.#rejectPending(new OrielError('destroyed', 'the player has been destroyed'));
    this.#cuePoints.clear();
    this.#tell('destroy', null);
    this.#own.clear();
  }

  #source(name: keyof PlayerEvents): EventSource {
    return isWireEvent(name) ? wireSource(this.#core, name) : ownSource(this.#own, name);
  }

  #timeSource(intervalMs: number): EventSource {
    return (onEvent) => {
      const stop = timeTicks(this.#core, this.#environment.clock, intervalMs, onEvent);
      this.#own.add('destroy', stop);
      return () => {
        stop();
        this.#own.remove('destroy', stop);
      };
    };
  }

  #onInfo(): void {
    const { video_id: videoId } = this.#core.cache.read('videoData') as { video_id: string };
    this.#changes.check();
    this.#cuePoints.lookAt(videoId);
    this.#tell('infochange', null);
  }

  #tell(name: OwnEvent, event: AnyEvent): void {
    this.#own.emit(name, { target: this, data: event });
  }

  /** Runs an action in the browser of the host page, within the user gesture. */
  async #inBrowser(name: string, act: () => Promise<void>): Promise<void> {
    if (this.#isDestroyed) throw destroyed(name);
    try {
      await act();
    } catch (error) {
      throw new OrielError('blocked', `${name}: the browser refused it: ${textOf(error)}`);
    }
  }

  /** Sends a command to the frame. */
  call(name: string, ...args: unknown[]): Promise<void> {
    if (this.#isDestroyed) return Promise.reject(destroyed(name));
    return this.#promise(this.#calls.start(name, (callId) => this.#core.command(name, args, callId)));
  }

  /** Rejects pending commands, without an unhandled rejection for callers that ignore the promise. */
  #rejectPending(reason: OrielError): void {
    const promised = Array.from(this.#promised);
    for (const [promise] of promised) promise.catch(() => undefined);
    this.#calls.rejectAll(reason);
    for (const [, cancel] of promised) cancel(reason);
  }

  #promise(promise: Promise<void>, cancel: (error: OrielError) => void = () => undefined): Promise<void> {
    this.#promised.set(promise, cancel);
    const forget = (): void => void this.#promised.delete(promise);
    promise.then(forget, forget);
    return promise;
  }
}

function destroyed(name: string): OrielError {
  return new OrielError('destroyed', `${name}: the player has been destroyed`);
}
