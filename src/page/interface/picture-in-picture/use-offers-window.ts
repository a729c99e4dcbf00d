import { usePage } from '../shared/player-context.tsx';

/** Whether picture-in-picture is offered: Firefox has its own button and no API, and a host's `allow` list may exclude it. */
export function useOffersWindow(): boolean {
  const { root, media } = usePage();
  return root.ownerDocument.pictureInPictureEnabled && !media.disablePictureInPicture;
}
