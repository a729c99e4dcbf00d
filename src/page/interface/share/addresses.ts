import { embedCode as frameCode } from '../../../../protocol/host/embed-code.ts';
import type { VideoSnapshot } from '../../player/player.ts';
import type { GivenTools } from '../tools.ts';
import { ownAddress } from '../../platform/own-address.ts';

/** Address of the present video's page, with a start time if `seconds` is given. */
export function videoAddress({ page: { root }, playback: { player } }: GivenTools, seconds?: number): string {
  const address = ownAddress(`/embed/${player.getSnapshot().video.videoId}`, root.baseURI);
  if (seconds !== undefined && seconds > 0) address.searchParams.set('start', String(Math.floor(seconds)));
  return address.href;
}

/** Embed markup of the usual size. */
export function embedCode(address: string, { title, response }: Pick<VideoSnapshot, 'title' | 'response'>): string {
  const needsLocation = response?.videoDetails?.needsLocation;
  return frameCode({ address, title, size: { width: '560', height: '315' }, needsLocation });
}
