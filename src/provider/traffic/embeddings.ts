import { RecentMap } from '../http/limits/recent-map.ts';

/** Addresses that are remembered: about 5 MB. The files of one that was forgotten count for no site. */
const ADDRESSES_MAX = 20_000;
/** Videos that are remembered of an address: a school has many viewers. */
const VIDEOS_MAX = 16;
const ORIGIN_MAX_CHARACTERS = 200;

/** A video that a page has shown. */
export interface Embedding {
  readonly videoId: string;
  /** Origin of the page that embeds the player; `undefined` without one, `null` as text where it hides. */
  readonly embedder: string | undefined;
}

/**
 * Sites that embed the videos of the latest clients, in memory. Browsers name the embedding site to pages alone: what a
 * player loads later comes from the same address.
 */
export class Embeddings {
  readonly #latest = new RecentMap<string, readonly Embedding[]>(ADDRESSES_MAX);

  add(address: string, { videoId, embedder }: Embedding): void {
    const others = (this.#latest.get(address) ?? []).filter((known) => known.videoId !== videoId);
    const newest = { videoId, embedder: embedder?.slice(0, ORIGIN_MAX_CHARACTERS) };
    this.#latest.set(address, [newest, ...others].slice(0, VIDEOS_MAX));
  }

  /** The newest of these videos at an address, or the newest of any where there are none. */
  find(address: string, videoIds: readonly string[]): Embedding | undefined {
    const known = this.#latest.get(address);
    if (known === undefined) return undefined;
    // Stays known for as long as it plays.
    this.#latest.set(address, known);
    return videoIds.length === 0 ? known[0] : known.find(({ videoId }) => videoIds.includes(videoId));
  }
}
