import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';
import * as z from 'zod/mini';

/** Body of a refusal; a guard prefix may stand in front. */
const Refusal = z.object({ error: z.object({ message: z.string() }) });

/** Reason in the body of a refused request; `undefined` if the body is not from the provider. */
export function refusalReason(text: string): string | undefined {
  return unlessThrown(() => Refusal.safeParse(JSON.parse(text.slice(text.indexOf('{')))).data?.error.message);
}
