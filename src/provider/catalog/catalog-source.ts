import type { CatalogProblem } from './catalog-problem.ts';
import type { Playlist, Video } from './catalog.ts';
import type { ReadDepth } from './loading/description-folder.ts';
import type { SiteSettings } from './site-settings.ts';

/** Videos that a read has made, by the file that describes them; without a video, the file turned out to be unusable. */
export type VideoBatch = readonly (readonly [file: string, video: Video | undefined])[];

/** The content of a catalog, with files in place of videos. */
export interface CatalogSummary {
  readonly site: SiteSettings;
  readonly videoFiles: readonly (readonly [id: string, file: string])[];
  /** Files of videos whose id another file has already: they are used once the other file is gone. */
  readonly spareFiles: readonly string[];
  readonly playlists: readonly Playlist[];
  readonly problems: readonly CatalogProblem[];
  readonly unusableIds: readonly string[];
}

/** Reads a catalog folder, in this thread or in another one. One read at a time. */
export interface CatalogSource {
  /**
   * Yields videos that are new or have changed since the last read, in batches of bounded size, and returns a summary
   * unless it is the same as before. Throws `CatalogUnusable`; whatever has been yielded stays valid.
   */
  read(depth: ReadDepth): AsyncGenerator<VideoBatch, CatalogSummary | undefined>;
  /** The present read, or the next one, reads the files of this video before the files of others. */
  prefer(file: string): void;
  close(): void;
}
