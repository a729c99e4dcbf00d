/**
 * The protocol of Embedly's player.js 0.1, which some hosts and clients speak instead of ours: JSON strings in both directions,
 * each with this context.
 */
export const PLAYER_JS_CONTEXT = 'player.js';
/** The version that its clients send and expect. */
const PLAYER_JS_VERSION = '0.0.11';

/** From frame to host. `listener` as the host has numbered it. */
export function playerJsText(event: string, value?: unknown, listener?: string | number | null): string {
  const context = PLAYER_JS_CONTEXT;
  return JSON.stringify({ context, version: PLAYER_JS_VERSION, event, value, listener: listener ?? undefined });
}
