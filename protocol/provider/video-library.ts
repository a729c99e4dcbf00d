import * as z from 'zod/mini';
import { VideoId } from '../identifiers.ts';

/** The operator's library: every video of the catalog, as its page shows it. */

const LibraryCaptions = z.object({
  /** Address as in the description. */
  url: z.string(),
  name: z.string(),
  languageCode: z.string(),
});

export const LibraryVideo = z.object({
  id: VideoId,
  /** Revision of the description file: an edit of an older revision is refused. */
  revision: z.string(),
  title: z.string(),
  description: z.string(),
  /** Seconds; 0 for live video, and where the length is not known. */
  lengthSeconds: z.number(),
  /** Width of the frame: 16:9 where the size of the picture is unknown. */
  width: z.number(),
  height: z.number(),
  isListed: z.boolean(),
  /** Streams in words, such as `HLS 240–1080`. */
  streams: z.array(z.string()),
  sizeBytes: z.number(),
  captions: z.array(LibraryCaptions),
  posterUrl: z.nullable(z.string()),
  /** Titles of the playlists that name it. */
  playlists: z.array(z.string()),
  /** Problems that the server met when it read the video. */
  notices: z.array(z.string()),
});
export type LibraryVideo = z.infer<typeof LibraryVideo>;

const RemovedVideo = z.object({
  /** Name of this removal, because a video with the same id may be removed twice. */
  name: z.string(),
  id: VideoId,
  title: z.string(),
  sizeBytes: z.number(),
  /** Until then the video can be restored. */
  keptUntilMs: z.number(),
});
export type RemovedVideo = z.infer<typeof RemovedVideo>;

/** Response of `/provider/api/library`. */
export const VideoLibrary = z.object({
  /** A page of the videos that match the search, by title. */
  videos: z.array(LibraryVideo),
  matchCount: z.int(),
  videoCount: z.int(),
  removed: z.array(RemovedVideo),
  /** Files of the catalog that cannot be read, each with the reason. */
  broken: z.array(z.string()),
  publicOrigin: z.string(),
});
export type VideoLibrary = z.infer<typeof VideoLibrary>;

/** New title and description of a video, and whether it is listed; absent fields stay unchanged. */
export const LibraryEdits = z.object({
  revision: z.string(),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  isListed: z.optional(z.boolean()),
});

/** Response to a change. */
export const LibraryChange = z.object({
  /** Changes that were made, and parts of captions that were left out. */
  remarks: z.array(z.string()),
  /** The video after the change; `null` if it was removed. */
  video: z.nullable(LibraryVideo),
});
export type LibraryChange = z.infer<typeof LibraryChange>;

/** Response of a check: a sentence for each finding. */
export const LibraryFindings = z.object({ findings: z.array(z.string()) });
export type LibraryFindings = z.infer<typeof LibraryFindings>;
