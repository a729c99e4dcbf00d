import type { CallOptions } from '../../../../protocol/infrastructure/rpc.ts';
import type { EndpointKey } from '../../../../protocol/provider/endpoints.ts';
import type { VideoDetails } from '../../../../protocol/provider/player-response.ts';

/** The provider's path of a call about this video, if it names one, and its click tracking (N3, C5). */
export function commandOptions(details: VideoDetails | undefined, endpoint: EndpointKey): CallOptions {
  const { apiUrls, trackingParams } = details ?? {};
  return { path: apiUrls?.[endpoint] || undefined, clickTrackingParams: trackingParams };
}
