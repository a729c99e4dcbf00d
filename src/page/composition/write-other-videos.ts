import type { Player } from '../player/player.ts';

/**
 * Title, author, length and poster of the video in `data-painted` are in the page that the server sends. When another video is
 * shown, a chunk loads that writes them; a chunk that failed to load is requested again with the next video.
 */
export function writeOtherVideos(
  { dataset, ownerDocument: document }: HTMLElement,
  player: Player,
  reportError: (error: unknown) => void,
): void {
  let shownId = dataset['painted'];
  const follow = (): void => {
    const { videoId } = player.getSnapshot().video;
    if (videoId === '' || videoId === shownId) return;
    shownId = videoId;
    stop();
    import('../player/shown-video/shown-video.ts')
      .then(({ followShownVideo }) => followShownVideo(document, player))
      .catch((error: unknown) => {
        reportError(error);
        stop = player.subscribe(follow);
      });
  };
  let stop = player.subscribe(follow);
}
