import { getPath } from 'hono/utils/url';
import { isBoundedAddress } from './inputs/bound-addresses.ts';

/** The path of the origin below which a proxy serves this provider, such as `/player`. */
export interface PathPrefix {
  /** Empty at the root. */
  readonly text: string;
  /** The path of a request for routing, whether the proxy has removed the prefix or not. */
  readonly pathOf: (request: Request) => string;
  /** A path of this provider as a browser requests it; external addresses stay unchanged. */
  readonly add: (address: string) => string;
  /** The reverse of {@link add}; a path outside of the prefix stays unchanged. */
  readonly remove: (path: string) => string;
}

export function createPathPrefix(text: string): PathPrefix {
  const remove = (path: string): string =>
    path === text ? '/' : path.startsWith(`${text}/`) ? path.slice(text.length) : path;
  return {
    text,
    pathOf: (request) => (isBoundedAddress(request.url) ? remove(getPath(request)) : '/'),
    add: (address) => (/^\/(?!\/)/.test(address) ? text + address : address),
    remove,
  };
}
