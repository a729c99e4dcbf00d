import type { PlayerSnapshot } from '../player.ts';
import { linked } from './linked.ts';
import { picture } from './picture.ts';

/** Picture and name of the author, a link where the author has a page; nothing without a name. */
export function writeAuthor(document: Document, line: HTMLElement, { video }: PlayerSnapshot): void {
  const { author, authorUrl, authorPicture } = video;
  const name = document.createElement('bdi');
  name.textContent = author;
  const content = authorPicture === null ? [name] : [picture(document, authorPicture, 'author-picture'), name];
  line.replaceChildren(...(author === '' ? [] : linked(document, 'author-link', authorUrl, content)));
}
