import type { PlayerErrorCode } from '../../../../protocol/errors.ts';
import type { PlayerResponse } from '../../../../protocol/provider/player-response.ts';

interface Policy {
  readonly allowsFeature: (feature: string) => boolean;
}

/** The name in the specification, and the one that Chromium still has. */
type PolicyDocument = Document & { readonly permissionsPolicy?: Policy; readonly featurePolicy?: Policy };

/**
 * Whether a video fails because its frame may not use a feature (`allow`): neither the viewer nor another browser can change
 * that. Browsers that do not tell count as allowing it.
 */
export function isForbiddenByFrame(
  { permissionsPolicy, featurePolicy }: PolicyDocument,
  code: PlayerErrorCode,
  response: Pick<PlayerResponse, 'locationRequired'> | null,
): boolean {
  const feature =
    code === 'drm.unavailable' ? 'encrypted-media' : response?.locationRequired === true ? 'geolocation' : null;
  return feature !== null && (permissionsPolicy ?? featurePolicy)?.allowsFeature(feature) === false;
}
