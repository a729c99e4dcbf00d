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

/** A step that is larger than playback allows by more than this is a seek, and does not reach the points in between. */
const SLACK_SECONDS = 0.75;

/**
 * Calls back when playback reaches a position on the timeline. It has one timer, for the nearest point, which is reset whenever
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

  /** Returns a function that removes the cue point. */
  add(seconds: number, reach: () => void): () => void {
    if (this.#points.size === 0) this.#note(this.#dependencies.position().seconds);
    const point = { seconds, reach };
    this.#points.add(point);
    this.check();
    return () => {
      this.#points.delete(point);
      this.check();
    };
  }

  clear(): void {
    this.#points.clear();
    this.#cancelTimer();
  }

  /** Call it when the frame has reported its video and position. Another video removes all cue points. */
  lookAt(videoId: string): void {
    if (videoId !== this.#videoId) this.clear();
    this.#videoId = videoId;
    this.check();
  }

  /** Calls the cue points that playback has reached since the last call. */
  readonly check = (): void => {
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

  /** Cue points after `from` up to `to`, in timeline order: a point exactly where playback begins is not reached. */
  #between(from: number, to: number): CuePoint[] {
    const reached = Array.from(this.#points).filter(({ seconds }) => seconds > from && seconds <= to);
    return reached.sort((one, other) => one.seconds - other.seconds);
  }

  #wait(fromSeconds: number, rate: number): void {
    // A listener that has just added or removed a point has set the timer already.
    this.#cancelTimer();
    const next = Math.min(...Array.from(this.#points, ({ seconds }) => (seconds > fromSeconds ? seconds : Infinity)));
    if (rate <= 0 || next === Infinity) return;
    const delayMs = ((next - fromSeconds) / rate) * 1_000;
    this.#cancelTimer = this.#dependencies.clock.after(Math.ceil(delayMs), this.check);
  }
}
