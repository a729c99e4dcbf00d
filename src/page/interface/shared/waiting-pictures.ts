/** Loads pictures of the first paint that have waited for the first frame; `src/provider/pages/first-texts.ts` writes them. */
export function loadWaitingPictures(root: HTMLElement): void {
  for (const picture of root.querySelectorAll<HTMLImageElement>('img[data-src]')) {
    picture.src = picture.dataset['src'] ?? '';
    delete picture.dataset['src'];
  }
}
