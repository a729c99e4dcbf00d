/** Colours that hosts may ask for, for the progress bar (host-api 4 `color`); any other is as if none were given. */
const BAR_COLORS: readonly string[] = ['red', 'white'];

/** P3: `theme=dark|light` decides, else the system. Sets what the stylesheet reads and answers what is in force. */
export function applyTheme(
  window: Window,
  wanted: 'dark' | 'light' | undefined,
  color: string | undefined,
): 'dark' | 'light' {
  const root = window.document.documentElement;
  if (color !== undefined && BAR_COLORS.includes(color)) root.dataset['color'] = color;
  if (wanted !== undefined) root.dataset['theme'] = wanted;
  else delete root.dataset['theme'];
  return wanted ?? (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}
