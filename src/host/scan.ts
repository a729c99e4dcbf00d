import type { HostPlayer } from './player/host-player.ts';
import type { HostPlayerConstructor } from './player/player-class.ts';

/** Creates the players of a page that only marks their elements, as old pages do. */
export function scan(document: Document, Player: HostPlayerConstructor): HostPlayer[] {
  const places = [
    ...document.getElementsByTagName('yt:player'),
    ...document.querySelectorAll('.yt-player[data-videoid]'),
  ];
  return places.map(
    (place) =>
      new Player(place, {
        videoId: place.getAttribute('data-videoid') ?? place.getAttribute('videoid'),
        width: place.getAttribute('width'),
        height: place.getAttribute('height'),
      }),
  );
}
