/** More than this before the interface has loaded are not a wish but a stuck key. */
const KEYS_MAX = 8;

/** Keeps the keys that are pressed before there is anything to answer them, as the boot script keeps a click on play. */
export function keepEarlyKeys(document: Document): () => readonly KeyboardEvent[] {
  const kept: KeyboardEvent[] = [];
  const keep = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || kept.length >= KEYS_MAX) return;
    kept.push(event);
    /** Else the first space or arrow would scroll the host page; a button keeps its own space and Enter. */
    const isOnPage = event.target === document.body;
    if (isOnPage && (event.key === ' ' || event.key.startsWith('Arrow'))) event.preventDefault();
  };
  document.addEventListener('keydown', keep);
  return () => {
    document.removeEventListener('keydown', keep);
    return kept;
  };
}
