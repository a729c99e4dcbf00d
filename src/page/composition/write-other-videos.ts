import type { Player } from '../player/player.ts';

/**
 * Title, author, length and poster are in the page that the server sends; `data-painted` names their video. The chunk
 * that writes them loads when another one is shown; where it fails to load, it is requested again with the next.
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
