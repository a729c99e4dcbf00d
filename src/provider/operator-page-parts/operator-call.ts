import type * as z from 'zod/mini';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import { refusalReason } from './refusal-reason.ts';

export type Responded<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

const NO_RESPONSE = 'The provider does not respond. Try again.';

/** A call of an operator's page; with a body it is a POST. A failure is a sentence for the operator. */
export async function operatorCall<T>(
  address: string,
  schema: z.ZodMiniType<T>,
  body?: Readonly<Record<string, unknown>>,
): Promise<Responded<T>> {
  const headers = { 'Content-Type': 'application/json' };
  try {
    const response = await fetch(
      address,
      body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) },
    );
    // The session has ended: reloading the page leads to the login form.
    if (response.status === 401) location.reload();
    if (!response.ok) return { ok: false, message: refusalReason(await response.text()) ?? NO_RESPONSE };
    const parsed = parseAt('data', schema, await response.json());
    return parsed.ok ? parsed : { ok: false, message: 'The provider is of another version. Reload this page.' };
  } catch {
    return { ok: false, message: NO_RESPONSE };
  }
}

/** The address of a path below `/provider/`, with the path prefix of this page. */
export function providerAddress(pagePath: string, path: string): string {
  return pagePath.replace(/\/provider\/[^/]*\/?$/, `/provider/${path}`);
}
