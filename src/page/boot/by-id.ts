export const byId = (id: string): HTMLElement | null => document.getElementById(id);

/** What a `<meta id="…" content="…">` of the page says: the build names the addresses of its scripts that way. */
export function contentOf(id: string): string | undefined {
  return (byId(id) as HTMLMetaElement | null)?.content;
}
