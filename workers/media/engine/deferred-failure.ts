import { secondsAhead } from '../../../protocol/runtime/media/time-ranges.ts';
import type { HlsMedia } from './hls-library.ts';
import { HAVE_FUTURE_DATA } from '../ready-states.ts';

/** With less than this buffered ahead, an element stalls. */
const PLAYABLE_SECONDS = 0.3;
/**
 * A decoder with frames in flight shows none of the last ones until it learns that no more come: an element stopped
 * with 0.69 s ahead.
 */
const HELD_BY_DECODER_SECONDS = 1;

export interface DeferredFailureDependencies {
  readonly media: HlsMedia;
  /** Emits `online`. */
  readonly connection: EventTarget;
  /** After a seek, or back online, playback may continue. */
  readonly onNewChance: () => void;
}

/** Plays the buffer to its end before the viewer sees the error. */
export class DeferredFailure {
  readonly #dependencies: DeferredFailureDependencies;
  #end: (() => void) | undefined;
  /** The element has no playable data: loaded samples without their key do not count. */
  #lacksKey = false;

  constructor(dependencies: DeferredFailureDependencies, signal: AbortSignal) {
    this.#dependencies = dependencies;
    const { media, connection } = dependencies;
    for (const type of ['waiting', 'timeupdate']) media.addEventListener(type, () => this.#look(), { signal });
    media.addEventListener('waitingforkey', () => this.#look(true), { signal });
    media.addEventListener('seeking', () => this.#tryAgain(), { signal });
    connection.addEventListener('online', () => this.#tryAgain(), { signal });
  }

  /** `end` shows the error. */
  fail(end: () => void): void {
    this.#end = end;
    this.#look();
  }

  #look(lacksKey = this.#lacksKey): void {
    const { media } = this.#dependencies;
    const isShort = media.readyState < HAVE_FUTURE_DATA;
    this.#lacksKey = lacksKey && isShort;
    const isStalled = isShort && !media.paused && !media.seeking;
    const unplayableSeconds = isStalled ? HELD_BY_DECODER_SECONDS : PLAYABLE_SECONDS;
    if (this.#lacksKey || secondsAhead(media) <= unplayableSeconds) this.#end?.();
  }

  #tryAgain(): void {
    if (this.#end === undefined) return;
    this.#end = undefined;
    this.#dependencies.onNewChance();
  }
}
