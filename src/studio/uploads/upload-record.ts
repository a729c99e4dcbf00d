import * as z from 'zod/mini';
import { VideoId } from '../../../protocol/identifiers.ts';
import { UploadState, PreparedVideo } from '../../../protocol/provider/video-uploads.ts';

/** Options of a video that is uploaded. */
export const VideoUploadOptions = z.object({
  fileName: z.string(),
  sizeBytes: z.int(),
  modifiedMs: z.number(),
  /** `null`: the title in the file, else its name. */
  title: z.nullable(z.string()),
  isListed: z.boolean(),
  /** Packages without encoding. */
  copies: z.boolean(),
});
export type VideoUploadOptions = z.infer<typeof VideoUploadOptions>;

/** An upload as it is kept on the disk, so that it survives a restart. */
export const UploadRecord = z.extend(VideoUploadOptions, {
  id: VideoId,
  /** Names of files in the upload's own folder. */
  captions: z.array(z.string().check(z.regex(/^\d+\.[\w-]+(?:\.[a-z]+)*\.(?:srt|vtt)$/))),
  /** Losses of its captions, a sentence each. */
  remarks: z.optional(z.array(z.string())),
  state: UploadState,
  fault: z.nullable(z.string()),
  /** The file is the reason of the fault: trying again cannot help. */
  isFaultOfFile: z.optional(z.boolean()),
  film: z.nullable(PreparedVideo),
  changedAtMs: z.number(),
});
export type UploadRecord = z.infer<typeof UploadRecord>;
