/** The value of one cookie of a request. */
export function readCookie(headers: Headers, name: string): string | undefined {
  const pairs = (headers.get('Cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
