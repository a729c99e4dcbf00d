import * as z from 'zod/mini';

/** Id of the data block of the home page with the videos that it offers. */
export const SHOWN_VIDEOS_ID = 'oriel-videos';

export const ShownVideo = z.object({
  id: z.string(),
  title: z.string(),
  /** 0 for live video, and where the length is not known. */
  lengthSeconds: z.number(),
  isLive: z.boolean(),
  /** Whether only viewers who share their location can play it. */
  needsLocation: z.optional(z.boolean()),
});
export type ShownVideo = z.infer<typeof ShownVideo>;

/** Content of the data block. */
export const ShownVideos = z.array(ShownVideo);
