import type { PlayerErrorCode } from '../../../../protocol/errors.ts';

interface Policy {
  readonly allowsFeature: (feature: string) => boolean;
}

/** The name in the specification, and Chromium's older name. */
type PolicyDocument = Document & { readonly permissionsPolicy?: Policy; readonly featurePolicy?: Policy };

/** The permission whose absence in a frame causes the error. */
const FEATURES: Partial<Record<PlayerErrorCode, string>> = {
  'drm.unavailable': 'encrypted-media',
  'location.needed': 'geolocation',
};

/**
 * Whether a video fails because its frame may not use a feature (`allow`): neither the viewer nor another browser can change that.
 * Browsers without this API count as allowing the feature.
 */
export function isForbiddenByFrame(
  { permissionsPolicy, featurePolicy }: PolicyDocument,
  code: PlayerErrorCode,
): boolean {
  const feature = FEATURES[code];
  return feature !== undefined && (permissionsPolicy ?? featurePolicy)?.allowsFeature(feature) === false;
}
