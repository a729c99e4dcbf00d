import type { PlayerSnapshot } from '../player.ts';
import { linked } from './linked.ts';

/** The title of pages without a video title (P2). */
const PRODUCT_NAME = 'Oriel';

/** `{video title} - Oriel`; the heading of the page is the title alone, a link where the video has a page (P2). */
export function writeTitle(document: Document, heading: HTMLElement, { video }: PlayerSnapshot): void {
  const { title, pageUrl } = video;
  document.title = title === '' ? PRODUCT_NAME : `${title} - ${PRODUCT_NAME}`;
  // The heading has one line; the tooltip shows a long title whole.
  heading.title = title;
  // Styles hide the bar of a heading without content, and an empty text is content.
  heading.replaceChildren(...(title === '' ? [] : linked(document, 'title-link', pageUrl, [title])));
}
