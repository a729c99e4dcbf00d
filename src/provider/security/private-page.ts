import type { Context } from 'hono';
import { clientAddress, withoutDot } from '../http/client-address.ts';

/** A private embed, by what its page says, or by the name that serves it: one of ours, or that of a plain file (P10). */
export function isPrivatePage(
  consent: string | undefined,
  context: Context,
  privateEmbedHosts: readonly string[],
): boolean {
  const page = context.req.header('Origin') ?? '';
  const names = [clientAddress(context).hostname, URL.canParse(page) ? withoutDot(new URL(page).hostname) : ''];
  return consent === 'none' || names.some((name) => privateEmbedHosts.includes(name));
}
