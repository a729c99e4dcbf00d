import * as ELEMENT_IDS from '../../platform/element-ids.ts';
import type { Player, PlayerSnapshot } from '../player.ts';
import { picture } from './picture.ts';
import { clockTime } from '../../../../protocol/runtime/clock-time.ts';
import { linked } from './linked.ts';

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

/** The poster of the video; the picture before stays until the next one is known. */
function writePoster(document: Document, container: HTMLElement, { video }: PlayerSnapshot): void {
  if (video.posterUrl !== null) container.replaceChildren(picture(document, video.posterUrl));
}

/** The length beside the big play button, nothing while it is unknown; for a live video the word that the page came with. */
function writeLength(_: Document, pill: HTMLElement, { video, durationSeconds }: PlayerSnapshot): void {
  const { live = '' } = pill.dataset;
  pill.textContent = video.isLive ? live : durationSeconds > 0 ? clockTime(durationSeconds) : '';
}

/** Picture and name of the author, a link where the author has a page; nothing without a name. */
function writeAuthor(document: Document, line: HTMLElement, { video }: PlayerSnapshot): void {
  const { author, authorUrl, authorPicture } = video;
  const name = document.createElement('bdi');
  name.textContent = author;
  const content = authorPicture === null ? [name] : [picture(document, authorPicture, 'author-picture'), name];
  line.replaceChildren(...(author === '' ? [] : linked(document, 'author-link', authorUrl, content)));
}

/** The title of pages without a video title (P2). */
const PRODUCT_NAME = 'Oriel';

/** `{video title} - Oriel`; the heading of the page is the title alone, a link where the video has a page (P2). */
function writeTitle(document: Document, heading: HTMLElement, { video }: PlayerSnapshot): void {
  const { title, pageUrl } = video;
  document.title = title === '' ? PRODUCT_NAME : `${title} - ${PRODUCT_NAME}`;
  // The heading has one line; the tooltip shows a long title whole.
  heading.title = title;
  // Styles hide the bar of a heading without content, and an empty text is content.
  heading.replaceChildren(...(title === '' ? [] : linked(document, 'title-link', pageUrl, [title])));
}
