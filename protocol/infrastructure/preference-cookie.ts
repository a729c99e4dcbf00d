/** The key of the viewer's choice about consent (S9). */
export const CHOICE_PREFERENCE = 'consent';

/** The last value of a key in `key=value&key=value`, as the worker reads them, where no value needs decoding (S9). */
export function preferenceIn(cookie: string, key: string): string | undefined {
  const pair = cookie
    .split('&')
    .filter((text) => text.startsWith(`${key}=`))
    .at(-1);
  return pair?.slice(key.length + 1);
}
