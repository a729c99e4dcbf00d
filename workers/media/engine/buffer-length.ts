import type { HlsMedia } from './hls-library.ts';

/** A viewer who leaves at once has loaded at most this; each watched second adds one second. */
const FIRST_AHEAD_SECONDS = 10;
/** Networks that are faster than this, as a multiple of the level's rate, refill a gap in a fraction of its length. */
const PLENTIFUL = 3;
/** Steps of the position between two `timeupdate` events, also at triple speed; longer steps are seeks. */
const WATCHED_STEP_MAX_SECONDS = 2;
/** Default of hls.js for the bytes ahead of the position. The same is kept behind the position. */
const BYTES_MAX = 60_000_000;
/** Share of the memory on small devices, whose browsers end a page that uses more. */
const BYTES_PER_GIGABYTE = 15_000_000;
const BEHIND_SECONDS = 30;

export interface Rates {
  /** Rates of the network and of the shown level, bit/s; `undefined` before the level's first picture. */
  readonly network: number;
  readonly level: number | undefined;
}

interface BufferSeconds {
  readonly ahead: number;
  readonly behind: number;
}

/**
 * Computes how much of a stream is kept around the position: little ahead at first, because many viewers leave soon, and more the
 * longer they watch; on both sides no more than the device has room for.
 */
export class BufferLength {
  readonly #media: HlsMedia;
  readonly #bytesMax: number;
  #watchedSeconds = 0;
  #lastSeconds = 0;

  /** `memoryGigabytes` as browsers report it, 8 at most; a missing value counts as large enough. */
  constructor({ media, memoryGigabytes }: { media: HlsMedia; memoryGigabytes: number | undefined }) {
    this.#media = media;
    this.#bytesMax = Math.min(BYTES_MAX, (memoryGigabytes ?? Number.POSITIVE_INFINITY) * BYTES_PER_GIGABYTE);
  }

  /** Called at every `timeupdate`. */
  check(): void {
    const { currentTime } = this.#media;
    const stepSeconds = currentTime - this.#lastSeconds;
    if (stepSeconds > 0 && stepSeconds < WATCHED_STEP_MAX_SECONDS) this.#watchedSeconds += stepSeconds;
    this.#lastSeconds = currentTime;
  }

  /** Seconds to keep ahead now, within `limitSeconds`, and behind. On a barely sufficient network as much as memory allows. */
  seconds(limitSeconds: number, { network, level }: Rates): BufferSeconds {
    const isPlentiful = level === undefined || network >= PLENTIFUL * level;
    const wantedSeconds = isPlentiful ? FIRST_AHEAD_SECONDS + this.#watchedSeconds : limitSeconds;
    const roomSeconds =
      level === undefined ? limitSeconds : Math.max(FIRST_AHEAD_SECONDS, (this.#bytesMax * 8) / level);
    return {
      ahead: Math.min(limitSeconds, wantedSeconds, roomSeconds),
      behind: Math.min(BEHIND_SECONDS, roomSeconds),
    };
  }
}
