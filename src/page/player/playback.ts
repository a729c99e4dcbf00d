import type { Clock } from '../../../protocol/clock.ts';
import { isPlayerErrorCode, type PlayerErrorCode } from '../../../protocol/errors.ts';
import type { MediaEngine, MediaEngineState, MediaSourceDescription } from '../../../protocol/media-engine.ts';
import { MEDIA, PLAYER } from '../../../protocol/constants.ts';
import type { Outcome } from '../../../protocol/outcome.ts';
import type { QualityName } from '../../../protocol/player-info.ts';
import { hasLostSource } from '../media/lost-source.ts';
import { rangesOf } from './time-ranges.ts';

/** What playback tells the controller; it decides nothing about states, playlists or hosts. */
export interface PlaybackEvents {
  /** The element has started, or started again, to show frames. */
  playing(): void;
  waiting(): void;
  paused(): void;
  ended(): void;
  seeking(): void;
  seeked(): void;
  /** Media time moved, jumped or changed its speed. */
  moved(): void;
  /** When `moved` is due again, while it plays. */
  progressDelayMs(): number;
  durationKnown(durationSeconds: number): void;
  buffered(): void;
  volumeChanged(volume: number, muted: boolean): void;
  rateChanged(rate: number): void;
  engineState(state: MediaEngineState): void;
  failed(code: PlayerErrorCode, message: string, detail: string): void;
  /** Something that recovery deals with. */
  troubled(detail: string): void;
  autoplayBlocked(): void;
}

export interface PlaybackDependencies {
  readonly element: HTMLVideoElement;
  readonly clock: Clock;
  readonly openEngine: (source: MediaSourceDescription) => Promise<Outcome<MediaEngine>>;
  readonly events: PlaybackEvents;
}

/**
 * One media element, the engine that feeds it, and what the viewer wants of it. `wantsPlaying` is the intent; the
 * element's own `paused` is only its present condition, and a new source resets it.
 */
export class Playback {
  readonly #element: HTMLVideoElement;
  readonly #clock: Clock;
  readonly #openEngine: PlaybackDependencies['openEngine'];
  readonly #events: PlaybackEvents;
  readonly #stop = new AbortController();
  #engine: MediaEngine | null = null;
  #source: MediaSourceDescription | null = null;
  #opening = false;
  #wantsPlaying = false;
  #mayMute = false;
  /** Asked for while the engine was looking for its start, which would have the last word. */
  #earlySeekSeconds: number | null = null;
  #hasData = false;
  #quality: QualityName = 'auto';
  #cancelStartTimeout: () => void = () => undefined;
  #cancelStallTimeout: () => void = () => undefined;
  #cancelProgress: () => void = () => undefined;
  /** Grows with every source, so that answers for an earlier one are recognised. */
  #generation = 0;

  constructor({ element, clock, openEngine, events }: PlaybackDependencies) {
    this.#element = element;
    this.#clock = clock;
    this.#openEngine = openEngine;
    this.#events = events;
    this.#listen();
  }

  get wantsPlaying(): boolean {
    return this.#wantsPlaying;
  }

  get path(): MediaEngine['path'] | null {
    return this.#engine?.path ?? null;
  }

  /** Names the stream that `play` will open; nothing is fetched before that. */
  prepare(source: MediaSourceDescription): void {
    this.close();
    this.#source = source;
  }

  /**
   * Plays, opening the stream first if need be. Runs in the gesture that asked for it, because some browsers unlock
   * sound only there. `mayMute`: muted playback is better than none (P6).
   */
  play({ mayMute }: { mayMute: boolean }): void {
    this.#wantsPlaying = true;
    this.#mayMute = mayMute;
    this.#startElement();
    if (this.#engine === null && !this.#opening) void this.#open();
  }

  pause(): void {
    this.#wantsPlaying = false;
    this.#cancelTimeouts();
    if (!this.#element.paused) this.#element.pause();
    else this.#events.paused();
  }

  /** Moves to a media time, now or as soon as there is a stream. */
  seek(seconds: number): void {
    if (this.#engine === null || this.#element.readyState === 0) this.#startAt(seconds);
    if (this.#engine === null) return;
    if (!this.#hasData) this.#earlySeekSeconds = seconds;
    this.#element.currentTime = seconds;
  }

  setQuality(quality: QualityName): void {
    this.#quality = quality;
    this.#engine?.setQuality(quality);
  }

  setAudioTrack(id: string): void {
    this.#engine?.setAudioTrack(id);
  }

  /** Opens the stream again at a position, after a failure. */
  retry(seconds: number): void {
    const [source, engine] = [this.#source, this.#engine];
    if (source === null) return;
    if (engine === null) {
      this.prepare({ ...source, startSeconds: seconds });
      return this.play({ mayMute: false });
    }
    this.#startAt(seconds);
    this.#wantsPlaying = true;
    this.#watchStart();
    this.#startElement();
    void this.#recover(engine, seconds);
  }

  async #recover(engine: MediaEngine, seconds: number): Promise<void> {
    const generation = this.#generation;
    const recovered = await engine.recover(seconds);
    if (generation === this.#generation && !recovered.ok)
      this.#fail(asPlayerError(recovered.code), recovered.message, recovered.code);
  }

  /** Lets go of the stream. */
  close(): void {
    this.#generation += 1;
    this.#cancelTimeouts();
    this.#wantsPlaying = false;
    this.#opening = false;
    this.#earlySeekSeconds = null;
    this.#source = null;
    this.#engine?.detach();
    this.#engine = null;
  }

  stop(): void {
    this.close();
    this.#cancelProgress();
    this.#stop.abort();
  }

  #startAt(seconds: number): void {
    if (this.#source !== null) this.#source = { ...this.#source, startSeconds: seconds };
  }

  async #open(): Promise<void> {
    const source = this.#source;
    if (source === null) return;
    const generation = (this.#generation += 1);
    const isStale = () => generation !== this.#generation;
    this.#opening = true;
    this.#watchStart();
    const opened = await this.#openEngine(source);
    if (isStale()) return opened.ok ? opened.value.detach() : undefined;
    if (!opened.ok) return this.#fail(asPlayerError(opened.code), opened.message, opened.code);
    const engine = opened.value;
    this.#engine = engine;
    engine.on('state', (state) => !isStale() && this.#events.engineState(state));
    engine.on('trouble', ({ detail }) => !isStale() && this.#events.troubled(detail));
    engine.on('fatal', ({ code, message, detail }) => !isStale() && this.#fail(code, message, detail));
    /** The start may have moved while the engine was on its way. */
    const loaded = await engine.load(this.#source ?? source);
    if (isStale()) return;
    this.#opening = false;
    if (!loaded.ok) return this.#fail(asPlayerError(loaded.code), loaded.message, loaded.code);
    if (this.#quality !== 'auto') engine.setQuality(this.#quality);
    if (this.#wantsPlaying) this.#startElement();
    this.#catchUp();
  }

  /** A stream with a head start may be playing already; its events came before anybody listened. */
  #catchUp(): void {
    if (this.#element.readyState === 0) return;
    if (this.#element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) this.#repeatEarlySeek();
    this.#events.durationKnown(this.#element.duration);
    this.#events.buffered();
    if (this.movingRate === 0) return;
    this.#onPlaying();
    this.#scheduleProgress();
  }

  #onPlaying(): void {
    this.#cancelTimeouts();
    this.#events.playing();
  }

  #startElement(): void {
    const generation = this.#generation;
    this.#element.play().catch((error: unknown) => {
      if (generation !== this.#generation || !this.#wantsPlaying) return;
      /** `AbortError` means that a new source or a pause came in between: whoever did that knows. */
      if (error instanceof DOMException && error.name === 'NotAllowedError') this.#startRefused();
    });
  }

  /** P6: with sound, then muted, then not at all; the host hears of the first refusal. */
  #startRefused(): void {
    this.#events.autoplayBlocked();
    if (this.#mayMute && !this.#element.muted) {
      this.#element.muted = true;
      this.#startElement();
      return;
    }
    this.#wantsPlaying = false;
    this.#cancelStartTimeout();
    this.#events.paused();
  }

  #watchStart(): void {
    this.#cancelStartTimeout();
    this.#cancelStartTimeout = this.#clock.after(PLAYER.startTimeoutMs, () => {
      if (this.#element.readyState < 2)
        this.#fail('net.timeout', 'no picture within the start timeout', 'startTimeout');
    });
  }

  /** A stall that nobody ends; what still arrives, or a connection that is away, is something to wait for. */
  #watchStall(): void {
    this.#cancelStallTimeout();
    const bufferedBefore = this.#bufferedSeconds();
    this.#cancelStallTimeout = this.#clock.after(MEDIA.stallTimeoutMs, () => {
      if (!this.#wantsPlaying || this.movingRate > 0) return;
      if (this.#bufferedSeconds() > bufferedBefore || !navigator.onLine) return this.#watchStall();
      this.#fail('net.timeout', 'nothing to play within the stall timeout', 'stallTimeout');
    });
  }

  #bufferedSeconds(): number {
    return this.bufferedRanges.reduce((sum, [start, end]) => sum + end - start, 0);
  }

  #cancelTimeouts(): void {
    this.#cancelStartTimeout();
    this.#cancelStallTimeout();
  }

  #fail(code: PlayerErrorCode, message: string, detail: string): void {
    this.#cancelTimeouts();
    this.#opening = false;
    this.#wantsPlaying = false;
    this.#events.failed(code, message, detail);
  }

  #listen(): void {
    const element = this.#element;
    const on = (type: keyof HTMLVideoElementEventMap, listener: () => void) =>
      element.addEventListener(type, listener, { signal: this.#stop.signal });
    on('playing', () => this.#onPlaying());
    on('waiting', () => this.#onWaiting());
    on('emptied', () => this.#onEmptied());
    on('pause', () => this.#onPause());
    on('ended', () => this.#onEnded());
    on('seeking', () => this.#events.seeking());
    on('seeked', () => this.#events.seeked());
    on('loadeddata', () => this.#repeatEarlySeek());
    on('durationchange', () => this.#events.durationKnown(element.duration));
    on('progress', () => this.#events.buffered());
    on('volumechange', () => this.#events.volumeChanged(Math.round(element.volume * 100), element.muted));
    on('ratechange', () => this.#events.rateChanged(element.playbackRate));
    for (const type of ['playing', 'seeked', 'ratechange'] as const) on(type, this.#scheduleProgress);
  }

  readonly #scheduleProgress = (): void => {
    this.#cancelProgress();
    if (this.#element.paused || this.#element.ended) return;
    this.#cancelProgress = this.#clock.after(this.#events.progressDelayMs(), () => {
      this.#engine?.observeElement?.();
      if (!hasLostSource(this.#element)) this.#events.moved();
      this.#scheduleProgress();
    });
  };

  #onWaiting(): void {
    if (!this.#wantsPlaying) return;
    this.#watchStall();
    this.#events.waiting();
  }

  #repeatEarlySeek(): void {
    const seconds = this.#earlySeekSeconds;
    this.#hasData = true;
    this.#earlySeekSeconds = null;
    const isElsewhere = seconds !== null && Math.abs(seconds - this.#element.currentTime) > SEEK_TOLERANCE_SECONDS;
    if (isElsewhere) this.#element.currentTime = seconds;
  }

  /** A new source stops the element, whatever the viewer wanted (media.md 9.3). */
  #onEmptied(): void {
    this.#hasData = false;
    if (this.#engine !== null && this.#wantsPlaying && this.#element.paused) this.#startElement();
  }

  #onPause(): void {
    /** The element pauses by itself at the end and when its source changes; neither is news to anybody. */
    if (this.#element.ended || this.#opening || this.#engine === null) return;
    if (this.#element.readyState === 0) return;
    this.#wantsPlaying = false;
    this.#events.paused();
  }

  #onEnded(): void {
    if (hasLostSource(this.#element)) return;
    this.#wantsPlaying = false;
    this.#events.ended();
  }

  /** Seconds of media time; before there is a stream, where it will begin. */
  get positionSeconds(): number {
    const { readyState, currentTime } = this.#element;
    /** An element that is between two sources is told where to begin, and says so. */
    return readyState > 0 || currentTime > 0 ? currentTime : (this.#source?.startSeconds ?? 0);
  }

  /** Seconds of media per second; 0 while it stands still. */
  get movingRate(): number {
    const { paused, seeking, readyState, ended, playbackRate } = this.#element;
    return !paused && !seeking && !ended && readyState >= 3 ? playbackRate : 0;
  }

  get bufferedRanges(): readonly (readonly [number, number])[] {
    return rangesOf(this.#element.buffered);
  }
}

/** Engines land a little beside where they were sent. */
const SEEK_TOLERANCE_SECONDS = 1;

function asPlayerError(code: string): PlayerErrorCode {
  return isPlayerErrorCode(code) ? code : 'player.internal';
}
