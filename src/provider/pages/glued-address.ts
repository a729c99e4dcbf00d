import { EMBED_PARAMETER_NAMES } from '../../../protocol/page/embed-parameters.ts';
import { CONSENT_PARAMETER } from '../../../protocol/privacy/consent.ts';

/** Parameters whose names may follow a wrong separator. */
const KNOWN = new Set<string>([...EMBED_PARAMETER_NAMES, CONSENT_PARAMETER, 'index', 'channel']);
/** Its value is an address, which may contain a question mark. */
const WITH_ADDRESS = /^widget_referrer=/;
const GLUED_TO_ID = /^([\w-]{11})(?:[?&](.*))$/s;

/** Address of an embed page: the last part of its path, and its query without question mark. */
export interface EmbedAddress {
  readonly name: string;
  readonly query: string;
}

/**
 * Meaning of an address that a content management system has composed wrongly; `undefined` for a correct address. Such
 * systems add parameters behind `&` without `?`, behind a second `?`, or escaped as HTML (`&amp;`).
 */
export function mendedAddress({ name, query }: EmbedAddress): EmbedAddress | undefined {
  const [, id, glued] = GLUED_TO_ID.exec(name) ?? [];
  const pairs = [glued, query]
    .filter((text) => text !== undefined && text !== '')
    .join('&')
    .split('&');
  const mended = pairs.flatMap(separate).join('&');
  return id === undefined && mended === query ? undefined : { name: id ?? name, query: mended };
}

/**
 * A mended address as a reference relative to the one at `path`, whose last part means `givenName`. The query is written as
 * browsers do: a part of a path may hold line breaks, which no header may.
 */
export function referenceTo({ name, query }: EmbedAddress, givenName: string, path: string): string {
  const { search } = new URL(`?${query}`, 'https://player.invalid');
  return name === givenName ? search : `${path.endsWith('/') ? '../' : ''}${name}${search}`;
}

/** Splits a pair that holds several: `rel=0?start=3` holds two. A question mark before any other name belongs to the value. */
function separate(pair: string): string[] {
  const unescaped = pair.replace(/^amp;/, '');
  const text = isKnown(unescaped) ? unescaped : pair;
  if (WITH_ADDRESS.test(text)) return [text];
  return text.split('?').reduce<string[]>((pairs, part) => {
    const last = pairs.pop();
    if (last === undefined) return [part];
    return isKnown(part) ? [...pairs, last, part] : [...pairs, `${last}?${part}`];
  }, []);
}

function isKnown(pair: string): boolean {
  const [name = '', value] = pair.split('=', 2);
  return value !== undefined && KNOWN.has(name);
}
