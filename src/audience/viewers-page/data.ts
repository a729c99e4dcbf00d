import type * as z from 'zod/mini';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import { refusalReason } from '../../provider/operator-page-parts/refusal-reason.ts';

export type Found<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

const NO_RESPONSE = 'The provider is not responding. Press Show to try again.';

/** Data of the provider, or the operator's next step. */
export async function readData<T>(address: string, schema: z.ZodMiniType<T>): Promise<Found<T>> {
  try {
    const response = await fetch(address);
    // The session has ended: reloading the page leads to the login form.
    if (response.status === 401) location.reload();
    if (!response.ok) return { ok: false, message: refusalReason(await response.text()) ?? NO_RESPONSE };
    const parsed = parseAt('data', schema, await response.json());
    return parsed.ok ? parsed : { ok: false, message: 'The provider has been updated. Reload this page.' };
  } catch {
    return { ok: false, message: NO_RESPONSE };
  }
}
