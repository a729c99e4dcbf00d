import * as z from 'zod/mini';
import { PLAYER_JS_CONTEXT } from '../player-js-text.ts';

/** Clients of player.js number their listeners, mostly as text; a client that sends no number gets responses without a number. */
const ListenerId = z.optional(z.nullable(z.union([z.string().check(z.maxLength(100)), z.number()])));

/** From host to frame. */
export const PlayerJsMessage = z.object({
  context: z.enum([PLAYER_JS_CONTEXT]),
  method: z.string().check(z.maxLength(64)),
  value: z.optional(z.unknown()),
  listener: ListenerId,
});
export type PlayerJsMessage = z.infer<typeof PlayerJsMessage>;
export type PlayerJsListenerId = z.infer<typeof ListenerId>;
