import type { Context } from 'hono';
import { isPrivateHost } from '../security/private-host.ts';
import type { EmbedRequest } from './embed-request.ts';

/** A private embed, by the name of its host or by its own address (P10). */
export function isPrivatePage(
  { consent }: EmbedRequest,
  context: Context,
  privateEmbedHosts: readonly string[],
): boolean {
  return consent === 'none' || isPrivateHost(context, privateEmbedHosts);
}
