import * as z from 'zod/mini';

/**
 * The player configuration (C1): the video and its options, the element to render into, and the files of the player.
 * `autoplay` is a text, a number or a boolean (P6).
 */
export const PlayerConfig = z.object({
  args: z.object({
    autoplay: z.optional(z.union([z.string(), z.number(), z.boolean()])),
    video_id: z.optional(z.string()),
    /** Feature flags as `name=value` pairs joined by commas (P4). */
    fflags: z.optional(z.string()),
    /** Address of the script that loads the player. */
    loaderUrl: z.optional(z.string()),
    el: z.optional(z.string()),
  }),
  attrs: z.object({
    width: z.optional(z.union([z.number(), z.string()])),
    height: z.optional(z.union([z.number(), z.string()])),
    id: z.optional(z.string()),
  }),
  assets: z.object({ js: z.string(), css: z.string() }),
  loaded: z.boolean(),
});
export type PlayerConfig = z.infer<typeof PlayerConfig>;
