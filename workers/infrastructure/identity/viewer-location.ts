import type { Clock } from '../../../protocol/runtime/clock.ts';
import { withDeadline } from '../../../protocol/runtime/deadline.ts';
import type { LocationInfo } from '../../../protocol/provider/request-context.ts';
import type { PageHooks } from '../../../protocol/infrastructure/rpc.ts';
import {
  GEOLOCATION_MAXIMUM_AGE_MS,
  GEOLOCATION_MOBILE_TIMEOUT_MS,
  GEOLOCATION_TIMEOUT_MS,
} from '../../../protocol/constants.ts';

export interface ViewerLocationOptions {
  readonly clock: Clock;
  readonly ask: PageHooks['askLocation'] | undefined;
  readonly isMobile: boolean;
}

const UNAVAILABLE: LocationInfo = { locationInfoStatus: 'unavailable' };

/**
 * The location is requested only when the provider's response requires it (B7): by each such response until the viewer grants it, since
 * they may have missed the prompt, or change their mind and try again. Concurrent calls share one prompt.
 */
export class ViewerLocation {
  readonly #options: ViewerLocationOptions;
  #asked: Promise<LocationInfo> | null = null;

  constructor(options: ViewerLocationOptions) {
    this.#options = options;
  }

  find(): Promise<LocationInfo> {
    this.#asked ??= this.#ask().then((location) => {
      if (location.locationInfoStatus !== 'granted') this.#asked = null;
      return location;
    });
    return this.#asked;
  }

  #ask(): Promise<LocationInfo> {
    const { ask, isMobile, clock } = this.#options;
    if (ask === undefined) return Promise.resolve(UNAVAILABLE);
    const timeoutMs = isMobile ? GEOLOCATION_MOBILE_TIMEOUT_MS : GEOLOCATION_TIMEOUT_MS;
    const asking = ask(timeoutMs, GEOLOCATION_MAXIMUM_AGE_MS).catch((): LocationInfo => UNAVAILABLE);
    // The viewer may never respond to the prompt; the browser's own timeout begins after the prompt.
    const late = (): LocationInfo => ({ locationInfoStatus: 'timeout' });
    return withDeadline(asking, { clock, limitMs: timeoutMs, late });
  }
}

export function isMobileBrowser(userAgent: string): boolean {
  return /Android|iPhone|iPad|Mobile/.test(userAgent);
}
