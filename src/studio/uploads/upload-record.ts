import * as z from 'zod/mini';
import { VideoId } from '../../../protocol/identifiers.ts';
import { UploadState, PreparedVideo } from '../../../protocol/provider/video-uploads.ts';

/** File and options of an upload. */
export const VideoUploadOptions = z.object({
  fileName: z.string(),
  sizeBytes: z.int(),
  modifiedMs: z.number(),
  /** `null` to use the title in the file, else the file name. */
  title: z.nullable(z.string()),
  isListed: z.boolean(),
  /** Whether to package the file without encoding. */
  copies: z.boolean(),
});
export type VideoUploadOptions = z.infer<typeof VideoUploadOptions>;

/** An upload in its stored form, which survives a restart. */
export const UploadRecord = z.extend(VideoUploadOptions, {
  id: VideoId,
  /** Names of files in the upload's own folder. */
  captions: z.array(z.string().check(z.regex(/^\d+\.[\w-]+(?:\.[a-z]+)*\.(?:srt|vtt)$/))),
  /** A sentence about each loss in the conversion of the captions. */
  remarks: z.optional(z.array(z.string())),
  state: UploadState,
  fault: z.nullable(z.string()),
  /** Whether the file caused the fault, so that another attempt cannot succeed. */
  isFaultOfFile: z.optional(z.boolean()),
  film: z.nullable(PreparedVideo),
  changedAtMs: z.number(),
});
export type UploadRecord = z.infer<typeof UploadRecord>;
