import type { PictureInPicture, VideoWindow } from '../picture-in-picture/picture-in-picture.ts';

/**
 * A request to show the video in a window waits for the interface, which has its window, and a window of the browser's own is noticed.
 * The returned function ends it.
 */
export function keepWindowRequest(
  media: HTMLVideoElement,
  pictureInPicture: PictureInPicture,
  need: () => void,
): (isMounted: boolean) => void {
  const requests = new Set<(isMounted: boolean) => void>();
  const first: VideoWindow = {
    isActive: () => media.ownerDocument.pictureInPictureElement === media,
    async show(active) {
      const isMounted = await new Promise<boolean>((resolve) => {
        requests.add(resolve);
        need();
      });
      if (!isMounted) throw new Error('the interface has not loaded');
      await pictureInPicture.show(active);
    },
  };
  pictureInPicture.window = first;
  return (isMounted) => {
    // It has failed to start, and makes no window.
    if (isMounted && pictureInPicture.window === first) pictureInPicture.window = undefined;
    for (const settle of requests) settle(isMounted);
    requests.clear();
  };
}
