import { FRAME_PERMISSIONS } from '../../../../protocol/host/host-vocabulary.ts';
import type { GivenTools } from '../tools.ts';
import { ownAddress } from '../../own-address.ts';

/** Address of the present video's page, with a start time if one is given. */
export function videoAddress({ page: { root }, playback: { player } }: GivenTools, seconds?: number): string {
  const address = ownAddress(`/embed/${player.getSnapshot().video.videoId}`, root.baseURI);
  if (seconds !== undefined && seconds > 0) address.searchParams.set('start', String(Math.floor(seconds)));
  return address.href;
}

/** Embed markup: every permission that the player uses is granted, and the referrer is limited to the origin. */
export function embedCode(address: string, title: string): string {
  const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
  return (
    `<iframe width="560" height="315" src="${escape(address)}" title="${escape(title)}" allow="${FRAME_PERMISSIONS}" ` +
    'referrerpolicy="strict-origin-when-cross-origin" allowfullscreen></iframe>'
  );
}
