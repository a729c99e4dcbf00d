import type { ContentSteeringController, HlsConfig } from 'hls.js';

/** A steering server that wants to be asked more often than this is mistaken, or loops. Our choice. */
const REFRESH_MIN_MS = 10_000;

type Base = new (hls: ConstructorParameters<typeof ContentSteeringController>[0]) => {
  scheduleRefresh(uri: string, ttlMs?: number): void;
  timeToLoad: number;
};

/** Follows a steering server, not faster than is useful. */
export function steeringController(
  given: HlsConfig['contentSteeringController'],
): HlsConfig['contentSteeringController'] {
  if (given === undefined) return undefined;
  // The members are private in its types.
  const Given = given as unknown as Base;
  class SteeringController extends Given {
    override scheduleRefresh(uri: string, ttlMs = this.timeToLoad * 1_000): void {
      super.scheduleRefresh(uri, ttlMs > REFRESH_MIN_MS ? ttlMs : REFRESH_MIN_MS);
    }
  }
  return SteeringController as unknown as HlsConfig['contentSteeringController'];
}
