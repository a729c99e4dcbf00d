import type { Player } from './player.ts';

/** The title of pages without a video title (P2). */
const PRODUCT_NAME = 'Oriel';

/** P2: `{video title} - Oriel`, following the current video; the heading of the page is the title alone. */
export function followTitle(document: Document, heading: HTMLElement | null, player: Player): () => void {
  let shown: string | null = null;
  const apply = (): void => {
    const { title, videoId } = player.getSnapshot().video;
    /** While another video's response is pending, the old title would be wrong and an empty one would flash. */
    if (title === shown || (title === '' && videoId !== '' && !player.getSnapshot().ready)) return;
    shown = title;
    document.title = title === '' ? PRODUCT_NAME : `${title} - ${PRODUCT_NAME}`;
    if (heading !== null) heading.textContent = title;
  };
  apply();
  return player.subscribe(apply);
}
