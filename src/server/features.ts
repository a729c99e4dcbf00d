import { AUDIENCE_FEATURE } from '../audience/audience-feature.ts';
import { moderationFeature } from '../audience/moderation-feature.ts';
import { PEOPLE_FEATURE } from '../audience/people-feature.ts';
import type { Feature } from '../provider/feature.ts';
import type { Limits } from '../provider/settings/limits.ts';
import { studioFeature, type StudioOptions } from '../studio/studio-feature.ts';
import { CatalogListing } from '../studio/videos/catalog-listing.ts';
import { WorkQueue } from '../studio/videos/work-queue.ts';

/** Features of a server. Without uploads, or with a size limit of 0, there is no page for adding videos. */
export function serverFeatures(
  uploads: StudioOptions | undefined,
  { uploadMaxBytes }: Partial<Pick<Limits, 'uploadMaxBytes'>> = {},
): readonly Feature[] {
  const changes = new WorkQueue();
  const listing =
    uploads && new CatalogListing({ ...uploads, changes, processId: process.pid, onChanged: () => uploads.onAdded() });
  const takesVideos = uploads !== undefined && uploadMaxBytes !== 0;
  return [
    AUDIENCE_FEATURE,
    moderationFeature(listing),
    PEOPLE_FEATURE,
    ...(takesVideos ? [studioFeature({ ...uploads, changes })] : []),
  ];
}
