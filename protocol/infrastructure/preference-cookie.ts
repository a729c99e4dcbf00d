/** The key of the viewer's choice about consent (S9). */
export const CHOICE_PREFERENCE = 'consent';

/** One value of `key=value&key=value`, where no value needs decoding (S9). */
export function preferenceIn(cookie: string, key: string): string | undefined {
  const pair = cookie.split('&').find((text) => text.startsWith(`${key}=`));
  return pair?.slice(key.length + 1);
}
