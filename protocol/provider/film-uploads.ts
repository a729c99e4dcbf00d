import * as z from 'zod/mini';
import { VideoId } from '../identifiers.ts';

/** State of an upload; `src/studio/uploads/film-state.ts` has the transitions. */
export const FilmState = z.enum(['uploading', 'waiting', 'preparing', 'ready', 'failed']);
export type FilmState = z.infer<typeof FilmState>;

/** What was made of an upload. */
export const PreparedFilm = z.object({ title: z.string(), width: z.int(), height: z.int() });
export type PreparedFilm = z.infer<typeof PreparedFilm>;

const PreparationProgress = z.object({
  /** What is under way, in a word or two. */
  step: z.string(),
  /** Of the whole, 0 to 1. */
  share: z.number(),
  /** `null` while it is a guess. */
  leftSeconds: z.nullable(z.number()),
});
export type PreparationProgress = z.infer<typeof PreparationProgress>;

export const FilmUpload = z.object({
  /** Of the upload, and of the film that is made of it. */
  id: VideoId,
  fileName: z.string(),
  sizeBytes: z.number(),
  /** When the file was last changed, as the browser says; with name and size it tells whether a file is the same. */
  modifiedMs: z.number(),
  receivedBytes: z.number(),
  state: FilmState,
  /** In the queue, while it waits: 1 is next. */
  place: z.nullable(z.number()),
  /** While it is prepared. */
  progress: z.nullable(PreparationProgress),
  /** Why it failed, and what to do. */
  fault: z.nullable(z.string()),
  film: z.nullable(PreparedFilm),
});
export type FilmUpload = z.infer<typeof FilmUpload>;

/** Response of `/provider/api/films`. */
export const FilmUploads = z.object({
  uploads: z.array(FilmUpload),
  maxBytes: z.number(),
  /** Why nothing can be prepared, with the command that mends it; else `null`. */
  missingTools: z.nullable(z.string()),
  /** Of embed codes; empty where it is that of the page. */
  publicOrigin: z.string(),
});
export type FilmUploads = z.infer<typeof FilmUploads>;
