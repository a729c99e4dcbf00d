import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { rangesOf } from '../../../../protocol/runtime/media/time-ranges.ts';
import type { PositionIntent } from '../intents/intent.ts';
import type { Intents } from '../intents/intents.ts';
import { hasAddress, isSettled, READY_STATE, type MediaElement } from './media-element.ts';

type SoughtElement = Pick<
  MediaElement,
  'buffered' | 'currentTime' | 'duration' | 'playbackRate' | 'readyState' | 'seeking' | 'src'
>;

export interface SeekerDependencies {
  readonly element: SoughtElement;
  readonly clock: Clock;
  readonly intents: Intents;
  /** Requests a reconciliation: a seek may have been lost, or need not wait any longer. */
  readonly onDue: () => void;
}

/** Delay of a seek while another seek is under way: two seeks in one task can leave Chromium seeking for ever. */
const SEEK_GAP_MS = 50;
/** A seek into the buffer takes no longer than this; a longer seek is repeated. */
const SEEK_TIMEOUT_MS = 1_500;
/** Engines land a little beside the target, because of key frames and gaps between tracks. */
const TOLERANCE_SECONDS = 0.5;
/** After this many corrections the seeker stops correcting the position that the engine chooses. */
const ATTEMPTS_MAX = 4;
/**
 * Smallest distance of a seek from the end. Tracks differ in length by some milliseconds, and an element after the last
 * picture waits for data until the engine has declared the end, which some engines do only during playback.
 */
export const END_MARGIN_SECONDS = 0.3;

/** Seeks the element to the wanted position, again if a new source or an engine moves the element before the seek has ended. */
export class Seeker {
  readonly #element: SoughtElement;
  readonly #clock: Clock;
  readonly #intents: Intents;
  readonly #onDue: () => void;
  #wanted: PositionIntent | null = null;
  #attempts = 0;
  #assignedAtMs = -Infinity;
  /** Position to which the engine has moved the element on purpose, for this request. */
  #movedTo: number | null = null;
  /** `null` while no check is scheduled. */
  #cancelCheck: (() => void) | null = null;
  /** When the element was sent to the wanted position; `null` before that. */
  #sentAtMs: number | null = null;
  #isOverdue = false;

  constructor({ element, clock, intents, onDue }: SeekerDependencies) {
    this.#element = element;
    this.#clock = clock;
    this.#intents = intents;
    this.#onDue = onDue;
  }

  reconcile(): void {
    const wanted = this.#intents.current.position;
    if (wanted !== this.#wanted) this.#begin(wanted);
    if (wanted === null) return;
    if (this.#element.readyState < READY_STATE.metadata) return this.#beginAt(wanted.seconds);
    this.#freeStuckSeek();
    const target = this.#movedTo ?? this.#reachable(wanted.seconds);
    const isThere = this.#isAt(target, wanted);
    if (!isThere && this.#attempts < ATTEMPTS_MAX) return this.#send(target);
    if (isSettled(this.#element)) this.#intents.fulfil({ position: null });
    else if (this.#sentAtMs === null && this.#cancelCheck === null) this.#checkAfter(SEEK_TIMEOUT_MS);
  }

  /** Called when the engine knows the wanted position and has moved the element: over a hole, or into a live window. */
  engineMoved(seconds: number): void {
    this.#movedTo = seconds;
    this.#sentAtMs = this.#clock.monotonicNow();
  }

  stop(): void {
    this.#cancelCheck?.();
    this.#cancelCheck = null;
  }

  /** Called after a new source, with which an earlier seek of the element is lost. */
  sourceChanged(): void {
    this.#begin(this.#wanted);
  }

  /**
   * Sets the position before the metadata has loaded, so that the source begins there without a seek and without a moment at 0. The
   * address of a file names its start itself.
   */
  #beginAt(seconds: number): void {
    if (this.#element.currentTime !== seconds && !hasAddress(this.#element)) this.#element.currentTime = seconds;
  }

  #begin(wanted: PositionIntent | null): void {
    this.#wanted = wanted;
    this.#attempts = 0;
    this.#movedTo = null;
    this.#sentAtMs = null;
  }

  #send(seconds: number): void {
    const nowMs = this.#clock.monotonicNow();
    if (this.#element.seeking && nowMs - this.#assignedAtMs < SEEK_GAP_MS) return this.#checkAfter(SEEK_GAP_MS);
    this.#attempts += 1;
    this.#sentAtMs = this.#assignedAtMs = nowMs;
    this.#element.currentTime = seconds;
    this.#checkAfter(SEEK_TIMEOUT_MS);
  }

  #checkAfter(delayMs: number): void {
    this.#cancelCheck?.();
    this.#cancelCheck = this.#clock.after(delayMs, () => {
      this.#cancelCheck = null;
      if (this.#intents.current.position === null) return;
      this.#isOverdue = delayMs === SEEK_TIMEOUT_MS;
      this.#onDue();
      this.#isOverdue = false;
    });
  }

  /** Repeats a seek to loaded data that does not end, slightly beside its target; also a start that hangs in the same way. */
  #freeStuckSeek(): void {
    const { seeking, buffered, currentTime } = this.#element;
    if (!this.#isOverdue || !seeking) return;
    const isLoaded = rangesOf(buffered).some(([start, end]) => currentTime >= start && currentTime < end);
    if (isLoaded) this.#element.currentTime = currentTime + 0.01;
  }

  /** Limits a target to the element's duration, because the announced length may have been wrong. */
  #reachable(seconds: number): number {
    const { duration } = this.#element;
    return Number.isFinite(duration) ? Math.min(seconds, Math.max(0, duration - END_MARGIN_SECONDS)) : seconds;
  }

  /** Whether the element is at the target, or as much further as it can have played since. */
  #isAt(target: number, { reason }: PositionIntent): boolean {
    const { currentTime, playbackRate } = this.#element;
    if (this.#sentAtMs === null) {
      // A stream that the inline script began has been playing for a time that is not known here.
      return reason === 'start' ? currentTime >= target : currentTime === target;
    }
    const sinceSentSeconds = (this.#clock.monotonicNow() - this.#sentAtMs) / 1_000;
    const latest = target + TOLERANCE_SECONDS + sinceSentSeconds * playbackRate;
    return currentTime >= target - TOLERANCE_SECONDS && currentTime <= latest;
  }
}
