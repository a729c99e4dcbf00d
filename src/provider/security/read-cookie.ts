/** The value of one cookie of a request. */
export function readCookie(headers: Headers, name: string): string | undefined {
  return pairs(headers)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

export function readCookieNames(headers: Headers): string[] {
  return pairs(headers).map((pair) => pair.replace(/=.*/s, ''));
}

function pairs(headers: Headers): string[] {
  const cookies = (headers.get('Cookie') ?? '').split(';').map((pair) => pair.trim());
  return cookies.filter((pair) => pair !== '');
}
