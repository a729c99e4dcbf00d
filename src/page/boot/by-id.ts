export const byId = (id: string): HTMLElement | null => document.getElementById(id);

/** The content of a page's `<meta id="…" content="…">`: the build names the addresses of its scripts that way. */
export function contentOf(id: string): string | undefined {
  return (byId(id) as HTMLMetaElement | null)?.content;
}
