import type { Player } from './player.ts';

/** Keeps the poster in step with the current video; the server's picture stays while it is the right one. */
export function followPoster(container: HTMLElement, player: Player): () => void {
  let shown = container.querySelector('img')?.getAttribute('src') ?? null;
  const apply = (): void => {
    const { posterUrl } = player.getSnapshot().video;
    if (posterUrl === null || posterUrl === shown) return;
    shown = posterUrl;
    const image = document.createElement('img');
    image.alt = '';
    image.crossOrigin = 'anonymous';
    image.src = posterUrl;
    container.replaceChildren(image);
  };
  return player.subscribe(apply);
}
