import * as z from 'zod/mini';
import type { PlayabilityStatus } from '../../../../protocol/provider/player-response.ts';
import type { LocationInfo } from '../../../../protocol/provider/request-context.ts';
import type { Video } from '../../catalog/catalog.ts';
import type { Signer } from '../../security/signer.ts';

const PURPOSE = 'location';
const Content = z.object({ videoId: z.string() });
const EARTH_RADIUS_KILOMETRES = 6_371;

/** Proof that a viewer was in an allowed location; it names the video, not the location (B7). */
export interface LocationTokens {
  create(videoId: string): string;
  isGood(token: string | undefined, videoId: string): boolean;
}

export function createLocationTokens(signer: Signer): LocationTokens {
  return {
    create: (videoId) => signer.sign(PURPOSE, { videoId }),
    isGood: (token, videoId) => token !== undefined && signer.open(PURPOSE, Content, token)?.videoId === videoId,
  };
}

type Verdict =
  | { readonly ok: true; readonly token?: string }
  /** `ask`: the page should request the viewer's location and call again. */
  | { readonly ok: false; readonly ask: boolean; readonly status: PlayabilityStatus };

export function locationVerdict(video: Video, location: LocationInfo | undefined, tokens: LocationTokens): Verdict {
  if (video.location === undefined || tokens.isGood(location?.locationPlayabilityToken, video.id)) return { ok: true };
  const { latitude, longitude } = location ?? {};
  // A viewer who refused may change their mind: the page requests the location each time they open the video.
  if (latitude === undefined || longitude === undefined) {
    return { ok: false, ask: true, status: { status: 'UNPLAYABLE', errorCode: 'location.needed' } };
  }
  const { area } = video.location;
  const inside = area === undefined || distanceKilometres(area, { latitude, longitude }) <= area.radiusKilometres;
  return inside
    ? { ok: true, token: tokens.create(video.id) }
    : { ok: false, ask: false, status: { status: 'UNPLAYABLE', errorCode: 'location.outside' } };
}

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Great-circle distance by the haversine formula. */
function distanceKilometres(from: Place, to: Place): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const halfLatitude = radians(to.latitude - from.latitude) / 2;
  const halfLongitude = radians(to.longitude - from.longitude) / 2;
  const chord =
    Math.sin(halfLatitude) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(halfLongitude) ** 2;
  return 2 * EARTH_RADIUS_KILOMETRES * Math.asin(Math.min(1, Math.sqrt(chord)));
}
