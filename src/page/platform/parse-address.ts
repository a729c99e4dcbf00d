import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';

/** An address from outside, or `undefined` if it is invalid. */
export function parseAddress(text: string, base?: string): URL | undefined {
  return unlessThrown(() => new URL(text, base));
}
