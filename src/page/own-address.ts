import { basePathOf } from '../../protocol/page/base-path.ts';

/** A path of the server of an embed page, as that page asks for it. */
export function ownAddress(path: string, pageAddress: string): URL {
  const page = new URL(pageAddress);
  return new URL(basePathOf(page.pathname) + path, page);
}
