import type { Clock } from '../../../protocol/runtime/clock.ts';

export interface CuePointsDependencies {
  readonly clock: Clock;
  /** Where the film is, seconds, and how fast it moves; 0 while it stands still. */
  readonly position: () => { readonly seconds: number; readonly rate: number };
}

interface CuePoint {
  readonly seconds: number;
  readonly reach: () => void;
}

/** A step further than playback can have come is a seek: what it leaves out was not reached. */
const SLACK_SECONDS = 0.75;

/**
 * Tells when playback reaches a place on the timeline. One timer, for the nearest; whatever the frame says of the position
 * sets it anew.
 */
export class CuePoints {
  readonly #dependencies: CuePointsDependencies;
  readonly #points = new Set<CuePoint>();
  #lastSeconds = 0;
  #lastAtMs = 0;
  #cancelTimer: () => void = () => undefined;

  constructor(dependencies: CuePointsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Answers how to take it back. */
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

  /** Something has been heard of the position, or it is time for a point. */
  readonly look = (): void => {
    this.#cancelTimer();
    if (this.#points.size === 0) return;
    const { clock, position } = this.#dependencies;
    const { seconds, rate } = position();
    const from = this.#lastSeconds;
    const couldPlaySeconds = ((clock.monotonicNow() - this.#lastAtMs) / 1_000) * Math.max(rate, 1) + SLACK_SECONDS;
    this.#note(seconds);
    const isPlayed = seconds >= from && seconds - from <= couldPlaySeconds;
    /** A listener may take points back, also all of them. */
    if (isPlayed) for (const point of this.#between(from, seconds)) if (this.#points.has(point)) point.reach();
    this.#wait(seconds, rate);
  };

  #note(seconds: number): void {
    this.#lastSeconds = seconds;
    this.#lastAtMs = this.#dependencies.clock.monotonicNow();
  }

  /** In the order of the timeline. A point at which playback begins is not passed. */
  #between(from: number, to: number): CuePoint[] {
    const reached = Array.from(this.#points).filter(({ seconds }) => seconds > from && seconds <= to);
    return reached.sort((one, other) => one.seconds - other.seconds);
  }

  #wait(fromSeconds: number, rate: number): void {
    /** A listener that adds or takes back a point has looked meanwhile. */
    this.#cancelTimer();
    const next = Math.min(...Array.from(this.#points, ({ seconds }) => (seconds > fromSeconds ? seconds : Infinity)));
    if (rate <= 0 || next === Infinity) return;
    const delayMs = ((next - fromSeconds) / rate) * 1_000;
    this.#cancelTimer = this.#dependencies.clock.after(Math.ceil(delayMs), this.look);
  }
}
