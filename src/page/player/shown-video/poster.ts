import type { PlayerSnapshot } from '../player.ts';
import { picture } from './picture.ts';

/** The poster of the video; the picture before stays until the next one is known. */
export function writePoster(document: Document, container: HTMLElement, { video }: PlayerSnapshot): void {
  if (video.posterUrl !== null) container.replaceChildren(picture(document, video.posterUrl));
}
