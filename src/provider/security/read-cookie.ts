import { headerList } from '../http/inputs/header-list.ts';
import { INPUT_BOUNDS } from '../http/inputs/input-bounds.ts';

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
  return headerList(headers.get('Cookie'), ';', INPUT_BOUNDS.cookies);
}
