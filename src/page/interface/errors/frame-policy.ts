import type { PlayerErrorCode } from '../../../../protocol/errors.ts';

interface Policy {
  readonly allowsFeature: (feature: string) => boolean;
}

/** The name in the specification, and Chromium's older name. */
type PolicyDocument = Document & { readonly permissionsPolicy?: Policy; readonly featurePolicy?: Policy };

/** Permission that a frame needs, by the error without it. */
const FEATURES: Partial<Record<PlayerErrorCode, string>> = {
  'drm.unavailable': 'encrypted-media',
  'location.needed': 'geolocation',
};

/**
 * Whether a video fails because its frame may not use a feature (`allow`): neither the viewer nor another browser can change
 * that. Browsers that do not tell count as allowing it.
 */
export function isForbiddenByFrame(
  { permissionsPolicy, featurePolicy }: PolicyDocument,
  code: PlayerErrorCode,
): boolean {
  const feature = FEATURES[code];
  return feature !== undefined && (permissionsPolicy ?? featurePolicy)?.allowsFeature(feature) === false;
}
