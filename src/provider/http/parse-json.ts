import { wellFormed } from '../../../protocol/runtime/bounded.ts';
import { refuse, type Accepted } from './refusal.ts';

/** Levels of nesting in a body. No payload of ours has more than four. */
export const JSON_DEPTH_MAX = 64;
/**
 * Values in a body: each follows a bracket or a comma. The most that a request of the worker holds is
 * 90 000, in ranges that were watched; 4 MB of keys that are all different would take a second to parse.
 */
export const JSON_VALUES_MAX = 100_000;

/** Only an escape can spell half of a surrogate pair: the bytes of a body are known to be UTF-8 (`read-body.ts`). */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

const CODES = {
  quote: 0x22,
  comma: 0x2c,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

/**
 * JSON of a request. How deep and how wide it is, is seen in the text: once it is parsed, a few kilobytes that were packed
 * well have become a million objects. Text in it is well-formed from here on, keys and fields nobody knows included.
 */
export function parseJson(text: string): Accepted<unknown> {
  const { depth, valueCount } = measureJson(text);
  if (depth > JSON_DEPTH_MAX) return refuse(400, `The body is nested more than ${JSON_DEPTH_MAX} levels deep.`);
  if (valueCount > JSON_VALUES_MAX)
    return refuse(413, `The body has more than ${JSON_VALUES_MAX} values. Send fewer events at once.`);
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value: SURROGATE_ESCAPE.test(text) ? mendTexts(value) : value };
  } catch {
    return refuse(400, 'The body is not JSON.');
  }
}

/** Stops at the first limit that is passed. What is no JSON has some measure too; the parser refuses it afterwards. */
function measureJson(text: string): { readonly depth: number; readonly valueCount: number } {
  let depth = 0;
  let deepest = 0;
  let valueCount = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case CODES.quote:
        index = endOfText(text, index);
        break;
      case CODES.openBracket:
      case CODES.openBrace:
        deepest = Math.max(deepest, ++depth);
        valueCount += 1;
        break;
      case CODES.closeBracket:
      case CODES.closeBrace:
        depth -= 1;
        break;
      case CODES.comma:
        valueCount += 1;
    }
    if (deepest > JSON_DEPTH_MAX || valueCount > JSON_VALUES_MAX) break;
  }
  return { depth: deepest, valueCount };
}

/** Where the text that begins at `start` has its closing quote. */
function endOfText(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== CODES.quote)
    index += text.charCodeAt(index) === CODES.backslash ? 2 : 1;
  return index;
}

/** The recursion is as deep as the text was measured to be. */
function mendTexts(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return value.map(mendTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [wellFormed(key), mendTexts(field)]));
}
