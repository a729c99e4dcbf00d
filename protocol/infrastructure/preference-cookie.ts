import { lastWhere } from '../runtime/last-of.ts';

/** The key of the viewer's choice about consent (S9). */
export const CHOICE_PREFERENCE = 'consent';

/** The last value of a key in `key=value&key=value`, as the worker reads them, where no value needs decoding (S9). */
export function preferenceIn(cookie: string, key: string): string | undefined {
  const pair = lastWhere(cookie.split('&'), (text) => text.startsWith(`${key}=`));
  return pair?.slice(key.length + 1);
}
