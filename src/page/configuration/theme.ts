/** `theme=dark|light` decides, else the system (P3). Sets the attribute that the stylesheet reads; returns the theme in force. */
export function applyTheme(window: Window, wanted: 'dark' | 'light' | undefined): 'dark' | 'light' {
  const root = window.document.documentElement;
  if (wanted !== undefined) root.dataset['theme'] = wanted;
  else delete root.dataset['theme'];
  return wanted ?? (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}

/** Applies the accent to a plain file, by a rarely needed chunk; the provider renders the accent into other pages. */
export async function applyAccent(root: HTMLElement, color: string | undefined): Promise<void> {
  if (color === undefined || root.dataset['accent'] !== undefined) return;
  const { accentProperties } = await import('../../../protocol/page/accent.ts');
  for (const [name, value] of Object.entries(accentProperties(color))) root.style.setProperty(name, value);
}
