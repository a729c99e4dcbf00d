import type { InputBound } from './input-bounds.ts';

/** The items of a header that is a list, the first of them if there are too many. */
export function headerList(text: string | null | undefined, separator: ',' | ';', { values }: InputBound): string[] {
  return (text ?? '')
    .split(separator, values)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
