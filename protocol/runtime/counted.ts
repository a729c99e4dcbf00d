/**
 * A number with its noun, as English texts of the provider write it: `1 view`, `12 views`. Not for the player, whose
 * languages have other plural forms.
 */
export function counted(count: number, noun: string, format: (count: number) => string = String): string {
  return `${format(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `12,345`, as English texts write it. */
export const grouped = (value: number): string => value.toLocaleString('en');
