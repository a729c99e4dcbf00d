import * as z from 'zod/mini';
import { VideoId } from '../../../protocol/identifiers.ts';
import { PreparedVideo } from '../../../protocol/provider/video-uploads.ts';
import { VideoUploadOptions } from './upload-record.ts';

/** A complete upload, and the destination of its video. */
export const PreparationJob = z.extend(
  z.pick(VideoUploadOptions, { fileName: true, title: true, isListed: true, copies: true }),
  {
    id: VideoId,
    filePath: z.string(),
    captionPaths: z.array(z.string()),
    catalogFolder: z.string(),
  },
);
export type PreparationJob = z.infer<typeof PreparationJob>;

export const PreparationResult = z.union([
  z.object({ ok: z.literal(true), film: PreparedVideo }),
  z.object({
    ok: z.literal(false),
    message: z.string(),
    /** The file caused the failure: another attempt cannot succeed. */
    isOfFile: z.optional(z.boolean()),
  }),
]);
export type PreparationResult = z.infer<typeof PreparationResult>;

/** Message of the preparing process to the serving process. */
export const PreparationMessage = z.union([
  z.object({ kind: z.literal('progress'), step: z.string(), share: z.number() }),
  z.object({ kind: z.literal('result'), result: PreparationResult }),
]);
export type PreparationMessage = z.infer<typeof PreparationMessage>;

/** @param share Finished share of the whole work, 0 to 1. */
export type OnPreparationProgress = (step: string, share: number) => void;

/** Prepares one video; failures are results. Settles soon after an abort; its result then does not matter. */
export type PrepareUpload = (
  job: PreparationJob,
  onProgress: OnPreparationProgress,
  signal: AbortSignal,
) => Promise<PreparationResult>;
