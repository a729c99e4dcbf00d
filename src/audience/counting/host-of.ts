import { OTHER } from './fact.ts';

const HOST_MAX_CHARACTERS = 100;

/**
 * Site that embeds a player, as a name for reports.
 *
 * @param embedder Origin of the host page, as the player sends it: absent without a frame, `null` if the host hides it.
 */
export function hostOf(embedder: string | undefined): string {
  if (embedder === undefined) return 'opened on its own';
  if (embedder === 'null') return 'hidden';
  if (!URL.canParse(embedder)) return OTHER;
  const { protocol, host } = new URL(embedder);
  return /^https?:$/.test(protocol) ? host.slice(0, HOST_MAX_CHARACTERS) : `an app (${protocol.slice(0, 30)})`;
}
