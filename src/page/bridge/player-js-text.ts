/**
 * Marks messages of Embedly's player.js 0.1, a protocol that some hosts and clients speak instead of the player's own: JSON strings
 * in both directions, each with this context.
 */
export const PLAYER_JS_CONTEXT = 'player.js';
/** The version that its clients send and expect. */
const PLAYER_JS_VERSION = '0.0.11';

/** Text of a message from frame to host. `listener` is the number or text that the host chose for its listener. */
export function playerJsText(event: string, value?: unknown, listener?: string | number | null): string {
  const context = PLAYER_JS_CONTEXT;
  return JSON.stringify({ context, version: PLAYER_JS_VERSION, event, value, listener: listener ?? undefined });
}
