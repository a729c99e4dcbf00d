import { usePage } from '../shared/player-context.tsx';

/** Firefox has its own button and no API; a host's `allow` list may leave it out. */
export function useOffersWindow(): boolean {
  const { root, media } = usePage();
  return root.ownerDocument.pictureInPictureEnabled && !media.disablePictureInPicture;
}
