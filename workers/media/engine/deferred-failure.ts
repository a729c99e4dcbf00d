import { secondsAhead } from '../../../protocol/runtime/media/time-ranges.ts';
import type { HlsMedia } from './hls-library.ts';

/** With less than this buffered ahead, an element stalls. */
const PLAYABLE_SECONDS = 0.3;
/**
 * A decoder with frames in flight shows none of the last ones until it learns that no more come: an element stopped
 * with 0.69 s ahead.
 */
const HELD_BY_DECODER_SECONDS = 1;
const HAVE_FUTURE_DATA = 3;

export interface DeferredFailureDependencies {
  readonly media: HlsMedia;
  /** Emits `online`. */
  readonly connection: EventTarget;
  /** After a seek, or back online, playback may continue. */
  readonly onNewChance: () => void;
}

/** Plays what has been loaded to its end before the viewer sees the error. */
export class DeferredFailure {
  readonly #dependencies: DeferredFailureDependencies;
  #end: (() => void) | null = null;
  /** Samples without their key are no pictures, even where they are loaded. */
  #lacksKey = false;

  constructor(dependencies: DeferredFailureDependencies, signal: AbortSignal) {
    this.#dependencies = dependencies;
    const { media, connection } = dependencies;
    for (const type of ['waiting', 'timeupdate']) media.addEventListener(type, () => this.#look(), { signal });
    media.addEventListener('waitingforkey', () => this.#setLacksKey(true), { signal });
    for (const type of ['canplay', 'playing']) media.addEventListener(type, () => this.#setLacksKey(false), { signal });
    media.addEventListener('seeking', () => this.#tryAgain(), { signal });
    connection.addEventListener('online', () => this.#tryAgain(), { signal });
  }

  /** `end` shows the error. */
  fail(end: () => void): void {
    this.#end = end;
    this.#look();
  }

  #setLacksKey(lacksKey: boolean): void {
    this.#lacksKey = lacksKey;
    this.#look();
  }

  #look(): void {
    const { media } = this.#dependencies;
    const isStalled = !media.paused && !media.seeking && media.readyState < HAVE_FUTURE_DATA;
    const unplayableSeconds = isStalled ? HELD_BY_DECODER_SECONDS : PLAYABLE_SECONDS;
    const isOver = this.#lacksKey || secondsAhead(media) <= unplayableSeconds;
    if (isOver) this.#end?.();
  }

  #tryAgain(): void {
    if (this.#end === null) return;
    this.#end = null;
    this.#dependencies.onNewChance();
  }
}
