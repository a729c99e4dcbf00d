import type { MiddlewareHandler } from 'hono';
import { errorResponse } from '../responses.ts';
import { INPUT_BOUNDS } from './input-bounds.ts';
import { hasMoreThan } from './parse-form.ts';
import { unlessThrown } from '../../../../protocol/runtime/unless-thrown.ts';

const PARAMETERS_MAX = INPUT_BOUNDS.query.values;
const BROKEN_MAX = INPUT_BOUNDS.brokenEscapes.values;
const ESCAPES = /(?:%[\da-f]{2})+/gi;

/**
 * Whether an address can be parsed in bounded time: its parameters, which `?` may separate too (`glued-address.ts`),
 * and the escapes that cannot be decoded.
 */
export function isBoundedAddress(address: string): boolean {
  return !hasMoreThan(PARAMETERS_MAX, /[&?]/g, address) && !hasManyBrokenEscapes(address);
}

function hasManyBrokenEscapes(address: string): boolean {
  if (isText(address)) return false;
  let broken = 0;
  for (const [escapes] of address.matchAll(ESCAPES)) {
    if (!isText(escapes)) broken += 1;
    if (broken > BROKEN_MAX) return true;
  }
  return false;
}

function isText(escapes: string): boolean {
  return unlessThrown(() => decodeURIComponent(escapes)) !== undefined;
}

/** Refuses an address that is not bounded before anything reads it. */
export function boundAddresses(): MiddlewareHandler {
  return (context, next) =>
    isBoundedAddress(context.req.url)
      ? next()
      : Promise.resolve(errorResponse(414, 'The address has too many parameters, or too many broken escapes.'));
}
