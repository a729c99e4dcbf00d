import * as z from 'zod/mini';
import { parseAt } from '../../../protocol/runtime/parse.ts';

/** A refusal as the provider words it. */
const Refusal = z.object({ error: z.object({ message: z.string() }) });

export type Found<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

const NO_RESPONSE = 'The provider does not answer. Try again with Show.';

/** Data of the provider, or what the operator can do. */
export async function readData<T>(address: string, schema: z.ZodMiniType<T>): Promise<Found<T>> {
  try {
    const response = await fetch(address);
    /** The session has ended: reloading the page leads to the login form. */
    if (response.status === 401) location.reload();
    if (!response.ok) return { ok: false, message: reasonIn(await response.text()) };
    const parsed = parseAt('data', schema, await response.json());
    return parsed.ok ? parsed : { ok: false, message: 'The provider is of another version. Reload this page.' };
  } catch {
    return { ok: false, message: NO_RESPONSE };
  }
}

function reasonIn(text: string): string {
  try {
    const refused = Refusal.safeParse(JSON.parse(text.slice(text.indexOf('{'))));
    return refused.success ? refused.data.error.message : NO_RESPONSE;
  } catch {
    return NO_RESPONSE;
  }
}
