import type { InputBound } from './input-bounds.ts';

/** The items of a list header; only the first items are read if it has too many. */
export function headerList(text: string | null | undefined, separator: ',' | ';', { values }: InputBound): string[] {
  return (text ?? '')
    .split(separator, values)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
