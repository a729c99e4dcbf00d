import type { Clock } from '../../../protocol/runtime/clock.ts';

export interface CuePointsDependencies {
  readonly clock: Clock;
  /** Position, seconds, and speed; 0 while paused. */
  readonly position: () => { readonly seconds: number; readonly rate: number };
}

interface CuePoint {
  readonly seconds: number;
  readonly reach: () => void;
}

/** A larger step than playback can have made is a seek: the points in between were not reached. */
const SLACK_SECONDS = 0.75;

/**
 * Calls back when playback reaches a position on the timeline. One timer, for the nearest point; it is reset whenever
 * the frame reports the position.
 */
export class CuePoints {
  readonly #dependencies: CuePointsDependencies;
  readonly #points = new Set<CuePoint>();
  #lastSeconds = 0;
  #lastAtMs = 0;
  #cancelTimer: () => void = () => undefined;
  #videoId = '';

  constructor(dependencies: CuePointsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns a function that removes it. */
  add(seconds: number, reach: () => void): () => void {
    if (this.#points.size === 0) this.#note(this.#dependencies.position().seconds);
    const point = { seconds, reach };
    this.#points.add(point);
    this.look();
    return () => {
      this.#points.delete(point);
      this.look();
    };
  }

  clear(): void {
    this.#points.clear();
    this.#cancelTimer();
  }

  /** The frame has reported its video and position. Cue points belong to the video. */
  lookAt(videoId: string): void {
    if (videoId !== this.#videoId) this.clear();
    this.#videoId = videoId;
    this.look();
  }

  /** A position was reported, or a point is due. */
  readonly look = (): void => {
    this.#cancelTimer();
    if (this.#points.size === 0) return;
    const { clock, position } = this.#dependencies;
    const { seconds, rate } = position();
    const from = this.#lastSeconds;
    const couldPlaySeconds = ((clock.monotonicNow() - this.#lastAtMs) / 1_000) * Math.max(rate, 1) + SLACK_SECONDS;
    this.#note(seconds);
    const isPlayed = seconds >= from && seconds - from <= couldPlaySeconds;
    // A listener may remove points, even all of them.
    if (isPlayed) for (const point of this.#between(from, seconds)) if (this.#points.has(point)) point.reach();
    this.#wait(seconds, rate);
  };

  #note(seconds: number): void {
    this.#lastSeconds = seconds;
    this.#lastAtMs = this.#dependencies.clock.monotonicNow();
  }

  /** In timeline order. A point at which playback begins is not passed. */
  #between(from: number, to: number): CuePoint[] {
    const reached = Array.from(this.#points).filter(({ seconds }) => seconds > from && seconds <= to);
    return reached.sort((one, other) => one.seconds - other.seconds);
  }

  #wait(fromSeconds: number, rate: number): void {
    // A listener that adds or removes a point has reset the timer meanwhile.
    this.#cancelTimer();
    const next = Math.min(...Array.from(this.#points, ({ seconds }) => (seconds > fromSeconds ? seconds : Infinity)));
    if (rate <= 0 || next === Infinity) return;
    const delayMs = ((next - fromSeconds) / rate) * 1_000;
    this.#cancelTimer = this.#dependencies.clock.after(Math.ceil(delayMs), this.look);
  }
}
