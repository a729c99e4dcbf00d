import { basePathOf } from '../../../protocol/page/base-path.ts';

/** The address of a path on the embed page's server, as seen from that page. */
export function ownAddress(path: string, pageAddress: string): URL {
  const page = new URL(pageAddress);
  return new URL(basePathOf(page.pathname) + path, page);
}
