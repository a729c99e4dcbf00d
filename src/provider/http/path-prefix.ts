import { getPath } from 'hono/utils/url';

/** Where a proxy shows this provider below a path of its origin, such as `/player`. */
export interface PathPrefix {
  /** Empty at the root. */
  readonly text: string;
  /** The path of a request as routes know it, whether the proxy has taken the prefix off or not. */
  pathOf(request: Request): string;
  /** One of our own paths as a browser asks for it; addresses elsewhere stay as they are. */
  add(address: string): string;
  /** The reverse of {@link add}; a path outside of the prefix stays as it is. */
  remove(path: string): string;
}

export function createPathPrefix(text: string): PathPrefix {
  const remove = (path: string): string =>
    path === text ? '/' : path.startsWith(`${text}/`) ? path.slice(text.length) : path;
  return {
    text,
    pathOf: (request) => remove(getPath(request)),
    add: (address) => (/^\/(?!\/)/.test(address) ? text + address : address),
    remove,
  };
}
