import { EMBED_PARAMETER_NAMES } from '../../../protocol/page/embed-parameters.ts';
import { CONSENT_PARAMETER } from '../../../protocol/privacy/consent.ts';

/** Parameters whose names may follow a wrong separator. */
const KNOWN = new Set<string>([...EMBED_PARAMETER_NAMES, CONSENT_PARAMETER, 'index', 'channel']);
/** Holds an address, in which a question mark is the address's own. */
const WITH_ADDRESS = /^widget_referrer=/;
const GLUED_TO_ID = /^([\w-]{11})(?:[?&](.*))$/s;

/**
 * The right address for one that a content management system has put together wrongly, as a reference relative to it;
 * `undefined` if it is right. Such systems add parameters behind `&` without `?`, behind a second `?`, or escaped as HTML
 * (`&amp;`).
 *
 * @param path As in the request; its last part is `name`, with or without a slash behind it.
 * @param search Empty, or with its question mark.
 */
export function mendedReference(path: string, name: string, search: string): string | undefined {
  const [, id, glued] = GLUED_TO_ID.exec(name) ?? [];
  const given = search.replace(/^\?/, '');
  const pairs = [glued, given]
    .filter((text) => text !== undefined && text !== '')
    .join('&')
    .split('&');
  const mended = pairs.flatMap(separate).join('&');
  if (id === undefined) return mended === given ? undefined : `?${mended}`;
  return `${path.endsWith('/') ? '../' : ''}${id}${mended === '' ? '' : '?'}${mended}`;
}

/** A pair by its pairs: `rel=0?start=3` are two. A question mark before any other name belongs to the value. */
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
