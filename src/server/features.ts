import { AUDIENCE_FEATURE } from '../audience/audience-feature.ts';
import type { Feature } from '../provider/feature.ts';
import type { Limits } from '../provider/settings/limits.ts';
import { studioFeature, type StudioOptions } from '../studio/studio-feature.ts';

/** Features of a server. Without uploads, or with a largest size of 0, no videos are added on a page. */
export function serverFeatures(
  uploads: StudioOptions | undefined,
  { uploadMaxBytes }: Partial<Pick<Limits, 'uploadMaxBytes'>> = {},
): readonly Feature[] {
  const takesVideos = uploads !== undefined && uploadMaxBytes !== 0;
  return takesVideos ? [AUDIENCE_FEATURE, studioFeature(uploads)] : [AUDIENCE_FEATURE];
}
