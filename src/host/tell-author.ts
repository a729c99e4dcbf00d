/** Writes a line to the console for the author of the page; the page may have replaced the console by one that throws. */
export function tellAuthor(
  { console }: { readonly console: Pick<Console, 'warn' | 'error'> },
  message: string,
  level: 'warn' | 'error' = 'warn',
): void {
  try {
    console[level](message);
  } catch {
    // Only the line is lost.
  }
}
