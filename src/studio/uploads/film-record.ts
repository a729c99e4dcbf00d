import * as z from 'zod/mini';
import { VideoId } from '../../../protocol/identifiers.ts';
import { FilmState, PreparedFilm } from '../../../protocol/provider/film-uploads.ts';

/** What is wished of a film that is uploaded. */
export const FilmWish = z.object({
  fileName: z.string(),
  sizeBytes: z.int(),
  modifiedMs: z.number(),
  /** `null`: what the file says, else its name. */
  title: z.nullable(z.string()),
  isListed: z.boolean(),
  /** Packages without encoding. */
  copies: z.boolean(),
});
export type FilmWish = z.infer<typeof FilmWish>;

/** An upload as it is kept on the disk, so that it survives a restart. */
export const FilmRecord = z.extend(FilmWish, {
  id: VideoId,
  /** Names of files in the upload's own folder. */
  captions: z.array(z.string().check(z.regex(/^\d+\.[A-Za-z-]+\.(?:srt|vtt)$/))),
  state: FilmState,
  fault: z.nullable(z.string()),
  film: z.nullable(PreparedFilm),
  changedAtMs: z.number(),
});
export type FilmRecord = z.infer<typeof FilmRecord>;
