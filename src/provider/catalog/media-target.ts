import { isBelow, unescapePath } from '../files/contained-path.ts';
import { mediaPath } from './media-address.ts';

/** The target of an address in a file below `media/`. */
export type MediaTarget =
  | { readonly kind: 'file'; readonly reference: string }
  | { readonly kind: 'elsewhere'; readonly address: string }
  /** On the provider's own origin, but not below `/media/`; or not an address. */
  | { readonly kind: 'outside' };

/** Placeholder of the server, so that addresses resolve as in a browser. */
const MEDIA_ROOT = 'http://catalog.invalid/media/';

/** Steps of a path that need no decoding and no resolving, as almost all playlists have them. */
const PLAIN = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

/** `reference` names the file that contains the address. Escapes are decoded first, as when serving. */
export function mediaTarget(reference: string, address: string): MediaTarget {
  // A long playlist has hundreds of thousands of plain addresses.
  if (PLAIN.test(address))
    return { kind: 'file', reference: reference.slice(0, reference.lastIndexOf('/') + 1) + address };
  const base = new URL(mediaPath(reference), MEDIA_ROOT);
  if (!URL.canParse(address, base.href)) return { kind: 'outside' };
  const url = new URL(address, base);
  if (url.origin !== base.origin) return { kind: 'elsewhere', address };
  const below = url.pathname.startsWith('/media/') ? unescapePath(url.pathname.slice('/media/'.length)) : '';
  return isBelow(below) ? { kind: 'file', reference: below } : { kind: 'outside' };
}
