import { Events, type ContentSteeringController, type HlsConfig } from 'hls.js';

/** Shortest refresh interval; a server that requests a shorter interval is misconfigured. */
const REFRESH_MIN_MS = 10_000;
/**
 * Timers of browsers count milliseconds in 31 bits: a delay of 25 days elapses at once (upstream: hls.js: limit the TTL of a steering
 * manifest; seen in 1.7.4).
 */
const REFRESH_MAX_MS = 86_400_000;
/** Each clone copies every level and track; a player chooses between a handful of CDNs. */
const CLONES_MAX = 16;

type Library = ConstructorParameters<typeof ContentSteeringController>[0];
type Base = new (hls: Library) => {
  loadSteeringManifest(uri: string): void;
  scheduleRefresh(uri: string, ttlMs?: number): void;
  clonePathways(clones: readonly unknown[]): void;
  timeToLoad: number;
};

/**
 * Limits how often a steering server is requested, and waits until the first video segment is in the buffer or a request
 * has failed: if hls.js changes its pathway while that segment loads, it never requests another segment (upstream: hls.js:
 * request the first segment again after a change of pathway; seen in 1.7.4).
 */
export function steeringController(
  given: HlsConfig['contentSteeringController'],
): HlsConfig['contentSteeringController'] {
  if (given === undefined) return undefined;
  // These members are private in the types of hls.js.
  const Given = given as unknown as Base;
  class SteeringController extends Given {
    #hasBegun = false;
    /** Address to request once playback has begun. */
    #waiting: string | null = null;

    constructor(hls: Library) {
      super(hls);
      hls.on(Events.MANIFEST_LOADING, () => {
        this.#hasBegun = false;
        this.#waiting = null;
      });
      hls.on(Events.FRAG_BUFFERED, (_, { frag }) => {
        const track: string = frag.type;
        if (track === 'main') this.#begin();
      });
      hls.on(Events.ERROR, () => this.#begin());
    }

    override loadSteeringManifest(uri: string): void {
      if (this.#hasBegun) super.loadSteeringManifest(uri);
      else this.#waiting = uri;
    }

    override scheduleRefresh(uri: string, ttlMs = this.timeToLoad * 1_000): void {
      super.scheduleRefresh(uri, ttlMs > REFRESH_MIN_MS ? Math.min(ttlMs, REFRESH_MAX_MS) : REFRESH_MIN_MS);
    }

    /**
     * Applies each clone separately: hls.js reads their fields unchecked, and an exception would leave out the priorities (upstream: hls.js:
     * leave out a damaged clone of a pathway; seen in 1.7.4).
     */
    override clonePathways(clones: unknown): void {
      if (!Array.isArray(clones)) return;
      for (const clone of clones.slice(0, CLONES_MAX) as unknown[]) {
        try {
          super.clonePathways([clone]);
        } catch {
          // Only the damaged clone is left out.
        }
      }
    }

    #begin(): void {
      this.#hasBegun = true;
      const uri = this.#waiting;
      this.#waiting = null;
      if (uri !== null) super.loadSteeringManifest(uri);
    }
  }
  return SteeringController as unknown as HlsConfig['contentSteeringController'];
}
