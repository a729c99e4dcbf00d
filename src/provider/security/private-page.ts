import type { Context } from 'hono';
import { clientAddress, withoutDot } from '../http/client-address.ts';

/**
 * Whether an embed is private, by the consent that its page states, or by the host name that serves the page: the provider's,
 * or the host of a page that is a plain file (P10).
 */
export function isPrivatePage(
  consent: string | undefined,
  context: Context,
  privateEmbedHosts: readonly string[],
): boolean {
  const page = context.req.header('Origin') ?? '';
  const names = [clientAddress(context).hostname, URL.canParse(page) ? withoutDot(new URL(page).hostname) : ''];
  return consent === 'none' || names.some((name) => privateEmbedHosts.includes(name));
}
