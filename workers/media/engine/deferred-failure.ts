import { secondsAhead } from '../../../protocol/runtime/media/time-ranges.ts';
import type { HlsMedia } from './hls-library.ts';
import { HAVE_FUTURE_DATA } from '../ready-states.ts';

/** With less than this buffered ahead, an element stalls. */
const PLAYABLE_SECONDS = 0.3;
/**
 * A decoder holds back its last frames until the stream has ended: an element stopped with 0.69 s ahead.
 */
const HELD_BY_DECODER_SECONDS = 1;

export interface DeferredFailureDependencies {
  readonly media: HlsMedia;
  /** Emits `online`. */
  readonly connection: EventTarget;
  /** Called after a seek or when the browser is back online, because playback may continue then. */
  readonly onNewChance: () => void;
}

/** Plays the buffer to its end before the viewer sees the error. */
export class DeferredFailure {
  readonly #dependencies: DeferredFailureDependencies;
  #end: (() => void) | undefined;
  /** Whether the key is missing: loaded samples without their key cannot be played. */
  #lacksKey = false;

  constructor(dependencies: DeferredFailureDependencies, signal: AbortSignal) {
    this.#dependencies = dependencies;
    const { media, connection } = dependencies;
    for (const type of ['waiting', 'timeupdate']) media.addEventListener(type, () => this.#check(), { signal });
    media.addEventListener('waitingforkey', () => this.#check(true), { signal });
    media.addEventListener('seeking', () => this.#tryAgain(), { signal });
    connection.addEventListener('online', () => this.#tryAgain(), { signal });
  }

  /** Calls `end`, which shows the error, once the buffer has been played. */
  fail(end: () => void): void {
    this.#end = end;
    this.#check();
  }

  #check(lacksKey = this.#lacksKey): void {
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
