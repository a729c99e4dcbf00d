/** P3: `theme=dark|light` decides, else the system. Sets what the stylesheet reads and answers what is in force. */
export function applyTheme(window: Window, wanted: 'dark' | 'light' | undefined): 'dark' | 'light' {
  const root = window.document.documentElement;
  if (wanted !== undefined) root.dataset['theme'] = wanted;
  else delete root.dataset['theme'];
  return wanted ?? (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}
