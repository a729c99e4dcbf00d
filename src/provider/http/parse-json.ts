import { PROVIDER } from '../../../protocol/constants.ts';
import { refuse, type Accepted } from './refusal.ts';

/** JSON of a request. Nesting is bounded: what can be parsed without end cannot be written again without end. */
export function parseJson(text: string): Accepted<unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse(400, 'The body is not JSON.');
  }
  return isNestedTooDeep(value)
    ? refuse(400, `The body is nested more than ${PROVIDER.jsonDepthMax} levels deep.`)
    : { ok: true, value };
}

/** Level by level, without recursion. */
function isNestedTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > PROVIDER.jsonDepthMax) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
