import * as ELEMENT_IDS from '../../platform/element-ids.ts';
import type { Player, PlayerSnapshot } from '../player.ts';
import { writeAuthor } from './author.ts';
import { writeTitle } from './document-title.ts';
import { writeLength } from './length.ts';
import { writePoster } from './poster.ts';

/** An element of the first paint, what of the snapshot it shows, and how it is written. */
interface Part {
  readonly id: string;
  readonly read: (snapshot: PlayerSnapshot) => readonly unknown[];
  readonly write: (document: Document, element: HTMLElement, snapshot: PlayerSnapshot) => void;
}

const PARTS: readonly Part[] = [
  { id: ELEMENT_IDS.title, read: ({ video }) => [video.title, video.pageUrl], write: writeTitle },
  {
    id: ELEMENT_IDS.author,
    read: ({ video }) => [video.author, video.authorUrl, video.authorPicture],
    write: writeAuthor,
  },
  {
    id: ELEMENT_IDS.length,
    read: ({ video, durationSeconds }) => [video.isLive, Math.floor(durationSeconds)],
    write: writeLength,
  },
  { id: ELEMENT_IDS.poster, read: ({ video }) => [video.posterUrl], write: writePoster },
];

/**
 * Keeps title, author, length and poster in step with the current video. `src/provider/pages/first-texts.ts` writes the
 * same elements for the first video of a page.
 */
export function followShownVideo(document: Document, player: Player): () => void {
  // By id: an unchanged part is not written again, because a link that is replaced loses its focus.
  const written = new Map<string, string>();
  const apply = (): void => {
    const snapshot = player.getSnapshot();
    const { title, videoId } = snapshot.video;
    // While the response about another video is pending, the old title would be wrong and an empty one would flash.
    if (title === '' && videoId !== '' && !snapshot.ready) return;
    for (const { id, read, write } of PARTS) {
      const element = document.getElementById(id);
      const values = JSON.stringify(read(snapshot));
      if (element === null || written.get(id) === values) continue;
      written.set(id, values);
      write(document, element, snapshot);
    }
  };
  apply();
  return player.subscribe(apply);
}
