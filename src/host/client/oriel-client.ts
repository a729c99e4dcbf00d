import { BRIDGE } from '../../../protocol/constants.ts';
import { FRAME_EVENTS, PLAYER_STATE } from '../../../protocol/host-vocabulary.ts';
import type { HostEnvironment } from '../environment.ts';
import { setFrameSize } from '../frame/frame-element.ts';
import { Listeners } from '../player/listeners.ts';
import { PlayerCore } from '../player/player-core.ts';
import { isOwnEvent, ownSource, wireSource, type AnyEvent } from './event-sources.ts';
import { liveInfo } from './live-info.ts';
import { OrielError } from './oriel-error.ts';
import { PendingCalls } from './pending-calls.ts';
import { startOfPlayback, type StartOfPlayback } from './start-of-playback.ts';
import { StateStream } from './state-stream.ts';
import type {
  CreatePlayerOptions,
  ListenOptions,
  LiveInfo,
  OrielPlayer,
  PlayerEvents,
  VideoSource,
  ViewDirection,
} from './types.ts';
import { videoCommand } from './video-source.ts';
import { isWireEvent } from './wire-events.ts';

/** A player in promises, over the same wire as the script API. */
export class OrielClient implements OrielPlayer {
  readonly info: LiveInfo;
  /** Settles with the first word that the player is ready, or that nothing comes. */
  readonly ready: Promise<void>;
  readonly #environment: HostEnvironment;
  readonly #core: PlayerCore;
  readonly #calls: PendingCalls;
  readonly #own: Listeners;
  readonly #timeoutMs: number;
  readonly #starts = new Set<StartOfPlayback>();
  /** What was promised and has not settled. */
  readonly #promised = new Set<Promise<void>>();
  #isDestroyed = false;

  constructor(target: Element, options: CreatePlayerOptions, environment: HostEnvironment) {
    const { window, clock } = environment;
    const { parameters, ...rest } = options;
    this.#environment = environment;
    this.#timeoutMs = options.commandTimeoutMs ?? BRIDGE.commandTimeoutMs;
    this.#calls = new PendingCalls(clock, this.#timeoutMs);
    this.#own = new Listeners(window, (error) => window.reportError(error));
    let settleReady: (error?: OrielError) => void = () => undefined;
    this.ready = new Promise<void>((resolve, reject) => {
      settleReady = (error) => (error === undefined ? resolve() : reject(error));
    });
    this.#core = new PlayerCore(this, target, { ...rest, playerVars: parameters }, environment, {
      onMessage: (event, info) => {
        if (event === 'onReady') settleReady();
        else if (event === FRAME_EVENTS.commandResult) this.#calls.finish(info);
        else if (!event.startsWith('on')) this.#own.emit('infochange', { target: this, data: null });
      },
      onSilence: () => settleReady(new OrielError('timeout', 'the player page did not answer')),
    });
    this.info = liveInfo(this.#core);
  }

  get frame(): HTMLIFrameElement {
    return this.#core.frame;
  }

  play(): Promise<void> {
    if (this.#isDestroyed || this.#core.cache.read('playerState') === PLAYER_STATE.playing)
      return this.#call('playVideo');
    const start = startOfPlayback(this.#core, this.#environment.clock, this.#timeoutMs);
    this.#starts.add(start);
    const taken = this.#call('playVideo');
    taken.catch((error: unknown) => start.cancel(error as OrielError));
    return this.#promise(start.promise.finally(() => this.#starts.delete(start)));
  }

  pause = (): Promise<void> => this.#call('pauseVideo');
  stop = (): Promise<void> => this.#call('stopVideo');
  seek = (seconds: number): Promise<void> => this.#call('seekTo', seconds, true);
  load = (source: VideoSource): Promise<void> => this.#show('load', source);
  cue = (source: VideoSource): Promise<void> => this.#show('cue', source);
  next = (): Promise<void> => this.#call('nextVideo');
  previous = (): Promise<void> => this.#call('previousVideo');
  playAt = (index: number): Promise<void> => this.#call('playVideoAt', index);
  setLoop = (loop: boolean): Promise<void> => this.#call('setLoop', loop);
  setShuffle = (shuffle: boolean): Promise<void> => this.#call('setShuffle', shuffle);
  mute = (): Promise<void> => this.#call('mute');
  unmute = (): Promise<void> => this.#call('unMute');
  setVolume = (volume: number): Promise<void> => this.#call('setVolume', volume);
  setRate = (rate: number): Promise<void> => this.#call('setPlaybackRate', rate);
  setQuality = (quality: string): Promise<void> => this.#call('setPlaybackQuality', quality);
  setCaptions = (languageCode: string | null): Promise<void> =>
    this.#call('setOption', 'captions', 'track', languageCode === null ? {} : { languageCode });
  setCaptionSize = (size: number): Promise<void> => this.#call('setOption', 'captions', 'fontSize', size);
  look = (direction: ViewDirection): Promise<void> => this.#call('setSphericalProperties', direction);

  setSize(width: number | string, height: number | string): void {
    setFrameSize(this.frame, width, height);
  }

  embedCode(): string {
    return this.#core.embedCode();
  }

  on<Name extends keyof PlayerEvents>(
    name: Name,
    listener: (event: PlayerEvents[Name]) => void,
    { signal, once = false }: ListenOptions = {},
  ): () => void {
    if (!isWireEvent(name) && !isOwnEvent(name)) throw new OrielError('invalid', `there is no event ${name}`);
    const source = isWireEvent(name) ? wireSource(this.#core, name) : ownSource(this.#own, name);
    const hear = (event: AnyEvent): void => {
      if (once) stop();
      (listener as (event: AnyEvent) => void)(event);
    };
    if (signal?.aborted) return () => undefined;
    const forget = source(hear);
    const stop = (): void => {
      forget();
      signal?.removeEventListener('abort', stop);
    };
    signal?.addEventListener('abort', stop);
    return stop;
  }

  states({ signal }: { readonly signal?: AbortSignal } = {}): StateStream {
    const listening = new AbortController();
    const stream = new StateStream(this.info.state, () => listening.abort());
    const options = { signal: listening.signal };
    this.on('statechange', ({ state }) => stream.push(state), options);
    this.on('destroy', () => stream.end(), options);
    signal?.addEventListener('abort', () => stream.end(), options);
    if (this.#isDestroyed || signal?.aborted) stream.end();
    return stream;
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#core.destroy();
    /** Whoever did not wait for a command does not want to hear of its end either; whoever did is told. */
    for (const promise of this.#promised) promise.catch(() => undefined);
    const error = new OrielError('destroyed', 'the player has been destroyed');
    this.#calls.rejectAll(error);
    for (const start of Array.from(this.#starts)) start.cancel(error);
    this.#own.emit('destroy', { target: this, data: null });
    this.#own.clear();
  }

  #show(verb: 'load' | 'cue', source: VideoSource): Promise<void> {
    try {
      const [name, args] = videoCommand(verb, source);
      return this.#call(name, ...args);
    } catch {
      /** Pages without a compiler may hand over anything, also what cannot be read. */
      return Promise.reject(new OrielError('invalid', `${verb}: the source cannot be read`));
    }
  }

  #call(name: string, ...args: unknown[]): Promise<void> {
    if (this.#isDestroyed) return Promise.reject(new OrielError('destroyed', `${name}: the player has been destroyed`));
    return this.#promise(this.#calls.start(name, (callId) => this.#core.command(name, args, callId)));
  }

  #promise(promise: Promise<void>): Promise<void> {
    this.#promised.add(promise);
    const forget = (): void => void this.#promised.delete(promise);
    promise.then(forget, forget);
    return promise;
  }
}
