import { wellFormed } from '../../../../protocol/runtime/bounded.ts';
import { refuse, type Accepted } from '../refusal.ts';
import { EVENTS_VALUES_MAX } from './input-bounds.ts';

/** Maximum nesting in a body. No payload of the player has more than four levels. */
export const JSON_DEPTH_MAX = 64;
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
 * Parses JSON of a request. Depth and width are measured in the text, where each value follows a bracket or a comma: parsing a few
 * well-compressed kilobytes could make a million objects. All texts of the result are well-formed, also in unknown keys and fields.
 */
export function parseJson(text: string, valuesMax = EVENTS_VALUES_MAX): Accepted<unknown> {
  const { depth, valueCount } = measureJson(text, valuesMax);
  if (depth > JSON_DEPTH_MAX) return refuse(400, `The body is nested more than ${JSON_DEPTH_MAX} levels deep.`);
  if (valueCount > valuesMax)
    return refuse(413, `The body has more than ${valuesMax} values. Send less at once.`, 'body_values');
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value: SURROGATE_ESCAPE.test(text) ? mendTexts(value) : value };
  } catch {
    return refuse(400, 'The body is not JSON.');
  }
}

/** Stops at the first exceeded limit. Invalid JSON is measured too; the parser rejects it afterwards. */
function measureJson(text: string, valuesMax: number): { readonly depth: number; readonly valueCount: number } {
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
    if (deepest > JSON_DEPTH_MAX || valueCount > valuesMax) break;
  }
  return { depth: deepest, valueCount };
}

/** The closing quote of the text that begins at `start`. */
function endOfText(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== CODES.quote)
    index += text.charCodeAt(index) === CODES.backslash ? 2 : 1;
  return index;
}

/** The recursion is bounded by the measured depth. */
function mendTexts(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return value.map(mendTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [wellFormed(key), mendTexts(field)]));
}
