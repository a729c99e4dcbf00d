import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';

/** Parses an external address; `undefined` if it is invalid. */
export function parseAddress(text: string, base?: string): URL | undefined {
  return unlessThrown(() => new URL(text, base));
}
