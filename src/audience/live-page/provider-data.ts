import type * as z from 'zod/mini';
import { operatorCall } from '../../provider/operator-page-parts/operator-call.ts';
import { dataAddress } from './data-address.ts';

export type Query = Readonly<Record<string, string | number>>;

/** Requests data below `/provider/api/` and parses it; `undefined` if the request failed, which the next change retries. */
export async function readData<T>(name: string, schema: z.ZodMiniType<T>, query: Query = {}): Promise<T | undefined> {
  const filled = Object.entries(query).filter(([, value]) => value !== '');
  const search = new URLSearchParams(filled.map(([key, value]) => [key, String(value)])).toString();
  const found = await operatorCall(dataAddress(name) + (search === '' ? '' : `?${search}`), schema);
  return found.ok ? found.value : undefined;
}
