import * as z from 'zod/mini';

/** Id of the data block of the home page with the videos that it offers. */
export const SHOWN_VIDEOS_ID = 'oriel-videos';

export const ShownVideo = z.object({
  id: z.string(),
  title: z.string(),
  /** 0 for live, and where it is not known. */
  lengthSeconds: z.number(),
  isLive: z.boolean(),
  /** Whether it is played only to viewers who say where they are. */
  needsLocation: z.optional(z.boolean()),
});
export type ShownVideo = z.infer<typeof ShownVideo>;

/** JSON text. */
export const ShownVideos = z.array(ShownVideo);
