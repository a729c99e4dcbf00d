import type * as z from 'zod/mini';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import { dataAddress } from './data-address.ts';

export type Query = Readonly<Record<string, string | number>>;

/** Calls `/provider/api/` and parses the response. `undefined`: the call failed, and the next change retries. */
export async function readData<T>(name: string, schema: z.ZodMiniType<T>, query: Query = {}): Promise<T | undefined> {
  try {
    const filled = Object.entries(query).filter(([, value]) => value !== '');
    const search = new URLSearchParams(filled.map(([key, value]) => [key, String(value)])).toString();
    const response = await fetch(dataAddress(name) + (search === '' ? '' : `?${search}`));
    // The session has ended: reloading the page leads to the login form.
    if (response.status === 401) location.reload();
    if (!response.ok) return undefined;
    const parsed = parseAt(name, schema, await response.json());
    return parsed.ok ? parsed.value : undefined;
  } catch {
    return undefined;
  }
}
