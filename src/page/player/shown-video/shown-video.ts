import * as ELEMENT_IDS from '../../platform/element-ids.ts';
import type { Player, PlayerSnapshot } from '../player.ts';
import { picture } from './picture.ts';
import { clockTime } from '../../../../protocol/runtime/clock-time.ts';
import { linked } from './linked.ts';

/** An element of the first paint, the values of the snapshot that it shows, and a function that writes it. */
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
  // Written values by id: an unchanged part is not written again, because a replaced link would lose its focus.
  const written = new Map<string, string>();
  const apply = (): void => {
    const snapshot = player.getSnapshot();
    const { title, videoId } = snapshot.video;
    // While the response about another video is pending, nothing is written, because an empty title would flash.
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

/** Writes the poster of the video; the previous picture stays until the next poster is known. */
function writePoster(document: Document, container: HTMLElement, { video }: PlayerSnapshot): void {
  if (video.posterUrl !== null) container.replaceChildren(picture(document, video.posterUrl));
}

/** Writes the length beside the big play button, nothing while it is unknown; for live video the word in the served page. */
function writeLength(_: Document, pill: HTMLElement, { video, durationSeconds }: PlayerSnapshot): void {
  const { live = '' } = pill.dataset;
  pill.textContent = video.isLive ? live : durationSeconds > 0 ? clockTime(durationSeconds) : '';
}

/** Writes picture and name of the author, as a link where the author has a page; nothing without a name. */
function writeAuthor(document: Document, line: HTMLElement, { video }: PlayerSnapshot): void {
  const { author, authorUrl, authorPicture } = video;
  const name = document.createElement('bdi');
  name.textContent = author;
  const content = authorPicture === null ? [name] : [picture(document, authorPicture, 'author-picture'), name];
  line.replaceChildren(...(author === '' ? [] : linked(document, 'author-link', authorUrl, content)));
}

/** The title of pages without a video title (P2). */
const PRODUCT_NAME = 'Oriel';

/** Writes the document's title, `{video title} - Oriel`, and the heading: the video's title, a link where the video has a page (P2). */
function writeTitle(document: Document, heading: HTMLElement, { video }: PlayerSnapshot): void {
  const { title, pageUrl } = video;
  document.title = title === '' ? PRODUCT_NAME : `${title} - ${PRODUCT_NAME}`;
  // The heading has one line; the tooltip shows a long title whole.
  heading.title = title;
  // Styles hide the bar of a heading without content, and an empty text is content.
  heading.replaceChildren(...(title === '' ? [] : linked(document, 'title-link', pageUrl, [title])));
}
