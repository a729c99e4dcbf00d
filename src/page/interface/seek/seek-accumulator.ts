import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { positionAt, type Player } from '../../player/player.ts';
import type { Language } from '../../language/language.ts';
import { defineFeature } from '../shared/features.ts';
import { notices, type Notices } from '../shared/notices.ts';
import { onceSeekable } from './once-seekable.ts';
import { clampToTimeline, timelineOf } from './timeline.ts';

/** Repeated seeks within this time are added up on screen. */
const SEEK_ADD_UP_MS = 1_000;

export interface SeekAccumulatorDependencies {
  readonly player: Player;
  readonly clock: Clock;
  readonly notices: Notices;
  readonly language: Pick<Language, 'signedSeconds'>;
}

/** Adds up short seeks in quick succession on screen; a change of direction resets the sum. */
export class SeekAccumulator {
  readonly #dependencies: SeekAccumulatorDependencies;
  #seconds = 0;
  #lastMs = Number.NEGATIVE_INFINITY;
  #waiting = 0;
  #cancel: () => void = () => undefined;

  constructor(dependencies: SeekAccumulatorDependencies) {
    this.#dependencies = dependencies;
  }

  /** `atMs`: time of the request. `delayMs`: how long further requests are collected into one seek; 0 for keys, which seek at once. */
  add(seconds: number, atMs: number, delayMs = 0): void {
    onceSeekable(this.#dependencies.player, () => this.#add(seconds, atMs, delayMs));
  }

  #add(seconds: number, atMs: number, delayMs: number): void {
    const continues = atMs - this.#lastMs < SEEK_ADD_UP_MS && Math.sign(seconds) === Math.sign(this.#seconds);
    this.#seconds = continues ? this.#seconds + seconds : seconds;
    this.#lastMs = atMs;
    this.#waiting += seconds;
    this.#cancel();
    if (delayMs === 0) this.#seek(atMs);
    else this.#cancel = this.#dependencies.clock.after(delayMs, () => this.#seek(atMs));
    // Last, so that a failure to show the sum does not affect the seek.
    this.#show(delayMs > 0);
  }

  #seek(atMs: number): void {
    const { player, clock } = this.#dependencies;
    const snapshot = player.getSnapshot();
    const wanted = positionAt(snapshot, clock.monotonicNow()) + this.#waiting;
    this.#waiting = 0;
    const target = clampToTimeline(timelineOf(snapshot), wanted);
    player.execute({ name: 'seekTo', arguments: [target, true] }, 'viewer', atMs);
  }

  /** Taps, which are collected, also show a ripple. */
  #show(hasRipple: boolean): void {
    const { notices, language } = this.#dependencies;
    const place = this.#seconds < 0 ? 'start' : 'end';
    notices.show(language.signedSeconds(this.#seconds), { place, hasRipple });
  }
}

export const seekAccumulator = defineFeature(
  (features) =>
    new SeekAccumulator({
      ...features.page,
      ...features.playback,
      language: features.language,
      notices: features.get(notices),
    }),
);
