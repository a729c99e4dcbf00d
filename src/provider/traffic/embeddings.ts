import type { Clock } from '../../../protocol/runtime/clock.ts';
import { RecentMap } from '../http/limits/recent-map.ts';

/** Limit of remembered addresses: about 5 MB. Files for a forgotten address count for no site. */
const ADDRESSES_MAX = 20_000;
/** Videos that are remembered for an address: a school has many viewers. */
const VIDEOS_MAX = 16;
const ORIGIN_MAX_CHARACTERS = 200;
/** An address without requests is forgotten after at least this time, and at most twice this time. */
const FORGOTTEN_AFTER_MS = 3 * 3_600_000;

/** A video that a page has shown. */
export interface Embedding {
  readonly videoId: string;
  /** Origin of the page that embeds the player; `undefined` without an embedding page, the text `null` for a hidden one. */
  readonly embedder: string | undefined;
}

type ByAddress = RecentMap<string, readonly Embedding[]>;

/**
 * Sites that embed the videos of the latest clients, in memory. Browsers name the embedding site only in requests of pages: later
 * requests of a player are attributed by their address.
 */
export class Embeddings {
  readonly #clock: Pick<Clock, 'monotonicNow'>;
  #latest: ByAddress = new RecentMap(ADDRESSES_MAX);
  /** Addresses without a request since {@link #sinceMs}. */
  #earlier: ByAddress = new RecentMap(ADDRESSES_MAX);
  #sinceMs: number;

  constructor(clock: Pick<Clock, 'monotonicNow'>) {
    this.#clock = clock;
    this.#sinceMs = clock.monotonicNow();
  }

  add(address: string, { videoId, embedder }: Embedding): void {
    const others = this.#of(address).filter((known) => known.videoId !== videoId);
    const newest = { videoId, embedder: embedder?.slice(0, ORIGIN_MAX_CHARACTERS) };
    this.#latest.set(address, [newest, ...others].slice(0, VIDEOS_MAX));
  }

  /** The newest embedding of these videos at an address, or of any video if `videoIds` is empty. The address then stays known. */
  find(address: string, videoIds: readonly string[]): Embedding | undefined {
    const known = this.#of(address);
    if (known.length > 0) this.#latest.set(address, known);
    return videoIds.length === 0 ? known[0] : known.find(({ videoId }) => videoIds.includes(videoId));
  }

  /** Forgets addresses that have requested nothing for long. */
  forgetOld(): void {
    const nowMs = this.#clock.monotonicNow();
    if (nowMs - this.#sinceMs < FORGOTTEN_AFTER_MS) return;
    this.#earlier = this.#latest;
    this.#latest = new RecentMap(ADDRESSES_MAX);
    this.#sinceMs = nowMs;
  }

  #of(address: string): readonly Embedding[] {
    return this.#latest.get(address) ?? this.#earlier.get(address) ?? [];
  }
}
