/** Writes a line for the author of the page, who may have a console that lacks a method or throws. */
export function tellAuthor(
  { console }: { readonly console: Pick<Console, 'warn' | 'error'> },
  message: string,
  level: 'warn' | 'error' = 'warn',
): void {
  try {
    console[level](message);
  } catch {
    // The line is lost, and nothing else.
  }
}
