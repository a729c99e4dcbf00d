import type { Context } from 'hono';
import { clientAddress } from '../http/client-address.ts';

/** Whether the page of this request is served by one of these names: by ours, or by that of a plain file (P10). */
export function isPrivateHost(context: Context, privateEmbedHosts: readonly string[]): boolean {
  const page = context.req.header('Origin') ?? '';
  const names = [clientAddress(context).hostname, URL.canParse(page) ? new URL(page).hostname : ''];
  return names.some((name) => privateEmbedHosts.includes(name));
}
