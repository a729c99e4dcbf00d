export const byId = (id: string): HTMLElement | null => document.getElementById(id);

/** The content of a page's `<meta id="…" content="…">`, in which the build writes the addresses of its scripts. */
export function contentOf(id: string): string | undefined {
  return (byId(id) as HTMLMetaElement | null)?.content;
}
