import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { positionAt, type Player } from '../../player/player.ts';
import { OwnSnapshot } from '../../player/snapshot-store.ts';
import type { Attention } from '../attention/attention.ts';
import { defineFeature } from '../shared/features.ts';
import { clampFraction, fractionAt, secondsAt, timelineOf } from './timeline.ts';

/** The picture follows a drag at most this often. A decoder of a cheap phone needs some 100 ms for a seek. */
const SCRUB_INTERVAL_MS = 250;

export interface Drag {
  /** Place of the thumb, 0 to 1; `null` while it follows playback. */
  readonly fraction: number | null;
  /** Whether the pointer is far from the bar, so that the thumb moves slower than the pointer. */
  readonly isFine: boolean;
}

const NO_DRAG: Drag = { fraction: null, isFine: false };

export interface SeekDragDependencies {
  readonly player: Player;
  readonly clock: Clock;
  readonly attention: Pick<Attention, 'send'>;
  readonly reportError: (error: unknown) => void;
}

/**
 * The thumb of the seek bar while it is held. Every shown time follows the thumb in the same frame; the video seeks when the thumb is
 * released, and during the drag where its data are loaded.
 */
export class SeekDrag extends OwnSnapshot<Drag> {
  readonly #dependencies: SeekDragDependencies;
  #startSeconds = 0;
  #scrubbedAtMs = 0;
  #hasScrubbed = false;

  constructor(dependencies: SeekDragDependencies) {
    super(NO_DRAG, dependencies.reportError);
    this.#dependencies = dependencies;
  }

  /** `mayScroll`: the drag of a finger may turn out to be a scroll, so its first seek waits for `SCRUB_INTERVAL_MS`. */
  move(fraction: number, { isFine = false, mayScroll = false } = {}): void {
    const { attention, player, clock } = this.#dependencies;
    if (this.get().fraction === null) {
      this.#startSeconds = positionAt(player.getSnapshot(), clock.monotonicNow());
      this.#scrubbedAtMs = mayScroll ? clock.monotonicNow() : Number.NEGATIVE_INFINITY;
      this.#hasScrubbed = false;
      attention.send('dragBegan');
    }
    this.update({ fraction: clampFraction(fraction), isFine });
    this.#scrub();
  }

  /** For assistive technology, which sets the value of the slider. */
  moveTo(seconds: number): void {
    this.move(fractionAt(timelineOf(this.#dependencies.player.getSnapshot()), seconds));
  }

  commit(): void {
    const seconds = this.#seconds();
    if (seconds === null) return;
    this.#end();
    this.#seek(seconds);
  }

  /** Ends the drag. If the video has sought meanwhile, it returns to its position at the start of the drag. */
  cancel(): void {
    if (this.get().fraction === null) return;
    this.#end();
    if (this.#hasScrubbed) this.#seek(this.#startSeconds);
  }

  #end(): void {
    this.update(NO_DRAG);
    this.#dependencies.attention.send('dragEnded');
  }

  #seconds(): number | null {
    const { fraction } = this.get();
    return fraction === null ? null : secondsAt(timelineOf(this.#dependencies.player.getSnapshot()), fraction);
  }

  #scrub(): void {
    const { player, clock } = this.#dependencies;
    const nowMs = clock.monotonicNow();
    const seconds = this.#seconds();
    const { bufferedRanges, seeking } = player.getSnapshot();
    const isLoaded = bufferedRanges.some(([start, end]) => seconds !== null && seconds >= start && seconds < end);
    if (seconds === null || seeking || !isLoaded || nowMs - this.#scrubbedAtMs < SCRUB_INTERVAL_MS) return;
    this.#scrubbedAtMs = nowMs;
    this.#hasScrubbed = true;
    this.#seek(seconds);
  }

  #seek(seconds: number): void {
    this.#dependencies.player.execute({ name: 'seekTo', arguments: [seconds, true] }, 'viewer');
  }
}

export const seekDrag = defineFeature(({ page, playback }) => new SeekDrag({ ...page, ...playback }));
