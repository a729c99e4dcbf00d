import type { WordKey } from '../../language/word.ts';

/** A start time as the viewer has typed it: a time, or the problem of the text. */
export type StartTime =
  { readonly seconds: number } | { readonly problem: Extract<WordKey, 'startTimeFormat' | 'startTimeTooLate'> };

/** Digits of Arabic, Persian and Hindi keyboards; the interface shows times in Latin digits. */
const OTHER_DIGITS = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९';

/** Reads `1:02:03`, `2:03`, and plain seconds. `durationSeconds` is 0 if unknown. */
export function readStartTime(text: string, durationSeconds: number): StartTime {
  const parts = text
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹०-९]/g, (digit) => String(OTHER_DIGITS.indexOf(digit) % 10))
    .trim()
    .split(':');
  const numbers = parts.map(Number);
  const isTime = parts.length <= 3 && parts.every((part) => /^\d{1,6}$/.test(part));
  if (!isTime || numbers.slice(1).some((number) => number > 59)) return { problem: 'startTimeFormat' };
  const seconds = numbers.reduce((total, number) => total * 60 + number, 0);
  return durationSeconds > 0 && seconds >= durationSeconds ? { problem: 'startTimeTooLate' } : { seconds };
}
