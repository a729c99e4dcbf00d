import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { positionAt, type Player } from '../../player/player.ts';
import type { Language } from '../../language/language.ts';
import type { Notices } from '../shared/notices.ts';
import { onceSeekable } from './once-seekable.ts';
import { clampToTimeline, timelineOf } from './timeline.ts';

/** A key that repeats a seek within this time adds up on screen. */
const SEEK_ADD_UP_MS = 1_000;

export interface SeekAccumulatorDependencies {
  readonly player: Player;
  readonly clock: Clock;
  readonly notices: Notices;
  readonly language: Pick<Language, 'signedSeconds'>;
}

/** Short seeks that come in quick succession add up on screen; a change of direction begins anew. */
export class SeekAccumulator {
  readonly #dependencies: SeekAccumulatorDependencies;
  #seconds = 0;
  #lastMs = Number.NEGATIVE_INFINITY;
  #waiting = 0;
  #cancel: () => void = () => undefined;

  constructor(dependencies: SeekAccumulatorDependencies) {
    this.#dependencies = dependencies;
  }

  /** `atMs`: when it was asked for. `delayMs`: how long to wait for more before seeking once; keys seek at once. */
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
    /** Last, so that a failure to show it leaves the seek alone. */
    this.#show();
  }

  #seek(atMs: number): void {
    const { player, clock } = this.#dependencies;
    const snapshot = player.getSnapshot();
    const wanted = positionAt(snapshot, clock.monotonicNow()) + this.#waiting;
    this.#waiting = 0;
    const target = clampToTimeline(timelineOf(snapshot), wanted);
    player.execute({ name: 'seekTo', arguments: [target, true] }, 'viewer', atMs);
  }

  #show(): void {
    const { notices, language } = this.#dependencies;
    notices.show(language.signedSeconds(this.#seconds), this.#seconds < 0 ? 'start' : 'end');
  }
}
