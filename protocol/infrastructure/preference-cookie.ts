/** S9: the key of the viewer's choice about consent. */
export const CHOICE_PREFERENCE = 'consent';

/** S9: one value of `key=value&key=value`, where no value needs decoding. */
export function preferenceIn(cookie: string, key: string): string | undefined {
  const pair = cookie.split('&').find((text) => text.startsWith(`${key}=`));
  return pair?.slice(key.length + 1);
}
