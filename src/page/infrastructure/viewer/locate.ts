import type { LocationInfo } from '../../../../protocol/provider/request-context.ts';

/** Part of `navigator.geolocation` that is used. */
export interface Geolocator {
  getCurrentPosition(
    found: (position: { readonly coords: Coordinates }) => void,
    failed: (error: { readonly code: number }) => void,
    options: { readonly timeout: number; readonly maximumAge: number },
  ): void;
}
interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy: number;
}

/** `GeolocationPositionError.code` */
const STATUS_OF_CODE: Readonly<Record<number, LocationInfo['locationInfoStatus']>> = {
  1: 'denied',
  2: 'unavailable',
  3: 'timeout',
};

/** Reads the position. The browser prompts the viewer, in a frame only if its host page delegates geolocation (B7). */
export function locate(
  geolocator: () => Geolocator | undefined,
  timeoutMs: number,
  maximumAgeMs: number,
): Promise<LocationInfo> {
  const nowhere: LocationInfo = { locationInfoStatus: 'unavailable' };
  return new Promise((resolve) => {
    try {
      const available = geolocator();
      if (available === undefined) return resolve(nowhere);
      available.getCurrentPosition(
        ({ coords: { latitude, longitude, accuracy } }) =>
          resolve({ locationInfoStatus: 'granted', latitude, longitude, accuracyMeters: accuracy }),
        ({ code }) => resolve({ locationInfoStatus: STATUS_OF_CODE[code] ?? 'unavailable' }),
        { timeout: timeoutMs, maximumAge: maximumAgeMs },
      );
    } catch {
      resolve(nowhere);
    }
  });
}
