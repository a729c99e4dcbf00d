import * as z from 'zod/mini';
import { VideoId } from '../identifiers.ts';

/** State of an upload; `src/studio/uploads/upload-state.ts` has the transitions. */
export const UploadState = z.enum(['uploading', 'waiting', 'preparing', 'ready', 'failed']);
export type UploadState = z.infer<typeof UploadState>;

/** Video that was prepared from an upload. */
export const PreparedVideo = z.object({
  title: z.string(),
  width: z.int(),
  height: z.int(),
  /** Parts of the file that were lost or left out, a sentence each. */
  remarks: z.optional(z.array(z.string())),
});
export type PreparedVideo = z.infer<typeof PreparedVideo>;

const PreparationProgress = z.object({
  /** Name of the step under way, in a word or two. */
  step: z.string(),
  /** Part of the whole that is done, 0 to 1. */
  share: z.number(),
  /** `null` while there is only a guess. */
  leftSeconds: z.nullable(z.number()),
});
export type PreparationProgress = z.infer<typeof PreparationProgress>;

export const VideoUpload = z.object({
  /** Id of the upload and of its video. */
  id: VideoId,
  fileName: z.string(),
  sizeBytes: z.number(),
  /** When the file was last changed, as the browser reports; together with name and size it identifies the file. */
  modifiedMs: z.number(),
  receivedBytes: z.number(),
  state: UploadState,
  /** Place in the queue while the upload waits: 1 is next. */
  place: z.nullable(z.number()),
  /** Set while the upload is prepared. */
  progress: z.nullable(PreparationProgress),
  /** Why the upload failed, and how to mend it. */
  fault: z.nullable(z.string()),
  /** The file is the reason of the fault: trying again cannot help. */
  isFaultOfFile: z.optional(z.boolean()),
  film: z.nullable(PreparedVideo),
});
export type VideoUpload = z.infer<typeof VideoUpload>;

/** Response of `/provider/api/films`. */
export const VideoUploads = z.object({
  uploads: z.array(VideoUpload),
  maxBytes: z.number(),
  /** Why nothing can be prepared, with the command that mends it; else `null`. */
  missingTools: z.nullable(z.string()),
  /** Origin in embed codes; empty for the origin of the page. */
  publicOrigin: z.string(),
});
export type VideoUploads = z.infer<typeof VideoUploads>;
