import type { Clock } from '../../../protocol/clock.ts';
import { isPlayerErrorCode, type PlayerErrorCode } from '../../../protocol/errors.ts';
import type { MediaEngine, MediaEngineState, MediaSourceDescription } from '../../../protocol/media-engine.ts';
import { PLAYER } from '../../../protocol/constants.ts';
import type { Outcome } from '../../../protocol/outcome.ts';
import type { QualityName } from '../../../protocol/player-info.ts';
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
  durationKnown(durationSeconds: number): void;
  buffered(): void;
  volumeChanged(volume: number, muted: boolean): void;
  rateChanged(rate: number): void;
  engineState(state: MediaEngineState): void;
  failed(code: PlayerErrorCode, message: string, detail: string): void;
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
  #quality: QualityName = 'auto';
  #cancelStartTimeout: () => void = () => undefined;
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
    this.#cancelStartTimeout();
    if (!this.#element.paused) this.#element.pause();
    else this.#events.paused();
  }

  /** Moves to a media time, now or as soon as there is a stream. */
  seek(seconds: number): void {
    if (this.#engine === null || this.#element.readyState === 0) this.#startAt(seconds);
    if (this.#engine !== null) this.#element.currentTime = seconds;
  }

  setQuality(quality: QualityName): void {
    this.#quality = quality;
    this.#engine?.setQuality(quality);
  }

  /** Opens the stream again at a position, after a failure. */
  retry(seconds: number): void {
    const source = this.#source;
    if (source === null) return;
    this.prepare({ ...source, startSeconds: seconds });
    this.play({ mayMute: false });
  }

  /** Lets go of the stream. */
  close(): void {
    this.#generation += 1;
    this.#cancelStartTimeout();
    this.#wantsPlaying = false;
    this.#opening = false;
    this.#source = null;
    this.#engine?.detach();
    this.#engine = null;
  }

  stop(): void {
    this.close();
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
    this.#events.durationKnown(this.#element.duration);
    this.#events.buffered();
    if (this.movingRate > 0) this.#onPlaying();
  }

  #onPlaying(): void {
    this.#cancelStartTimeout();
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

  #fail(code: PlayerErrorCode, message: string, detail: string): void {
    this.#cancelStartTimeout();
    this.#opening = false;
    this.#wantsPlaying = false;
    this.#events.failed(code, message, detail);
  }

  #listen(): void {
    const element = this.#element;
    const on = (type: keyof HTMLVideoElementEventMap, listener: () => void) =>
      element.addEventListener(type, listener, { signal: this.#stop.signal });
    on('playing', () => this.#onPlaying());
    on('waiting', () => this.#wantsPlaying && this.#events.waiting());
    on('pause', () => this.#onPause());
    on('ended', () => this.#onEnded());
    on('seeking', () => this.#events.seeking());
    on('seeked', () => this.#events.seeked());
    on('timeupdate', () => this.#events.moved());
    on('durationchange', () => this.#events.durationKnown(element.duration));
    on('progress', () => this.#events.buffered());
    on('volumechange', () => this.#events.volumeChanged(Math.round(element.volume * 100), element.muted));
    on('ratechange', () => this.#events.rateChanged(element.playbackRate));
  }

  #onPause(): void {
    /** The element pauses by itself at the end and when its source changes; neither is news to anybody. */
    if (this.#element.ended || this.#opening || this.#engine === null) return;
    if (this.#element.readyState === 0) return;
    this.#wantsPlaying = false;
    this.#events.paused();
  }

  #onEnded(): void {
    this.#wantsPlaying = false;
    this.#events.ended();
  }

  /** Seconds of media time; before there is a stream, where it will begin. */
  get positionSeconds(): number {
    return this.#element.readyState > 0 ? this.#element.currentTime : (this.#source?.startSeconds ?? 0);
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

function asPlayerError(code: string): PlayerErrorCode {
  return isPlayerErrorCode(code) ? code : 'player.internal';
}
