import { FRAME_PERMISSIONS } from '../../../../protocol/host/host-vocabulary.ts';
import type { ViewerTools } from '../viewer-tools.ts';
import { ownAddress } from '../../own-address.ts';

/** Address of the present video's own page, at a time if one is given. */
export function videoAddress({ player, root }: Pick<ViewerTools, 'player' | 'root'>, seconds?: number): string {
  const address = ownAddress(`/embed/${player.getSnapshot().video.videoId}`, root.baseURI);
  if (seconds !== undefined && seconds > 0) address.searchParams.set('start', String(Math.floor(seconds)));
  return address.href;
}

/** Markup for a site: everything the player can use is granted, and the referrer goes no further than the origin. */
export function embedCode(address: string, title: string): string {
  const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
  return (
    `<iframe width="560" height="315" src="${escape(address)}" title="${escape(title)}" allow="${FRAME_PERMISSIONS}" ` +
    'referrerpolicy="strict-origin-when-cross-origin" allowfullscreen></iframe>'
  );
}
