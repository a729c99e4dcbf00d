import type { FirstParts } from '../../../protocol/media/media-engine.ts';
import type { QualityName } from '../../../protocol/host/player-info.ts';
import type { DataUse } from '../../../protocol/media/loading-limits.ts';
import type { Chapter, ProgressiveFormat, Storyboard } from '../../../protocol/provider/player-response.ts';
import type { LiveStream } from './live-stream.ts';
import type { PlaylistFile, VideoFile } from './catalog-schema.ts';
import type { CatalogProblem } from './catalog-problem.ts';
import type { SiteSettings } from './site-settings.ts';

/** A video with its side files parsed and every reference resolved to an address for pages. */
export interface Video extends Omit<
  VideoFile,
  'author' | 'channelId' | 'related' | 'chapters' | 'storyboard' | 'sources'
> {
  /** Empty if the description names no channel. */
  readonly channelId: string;
  readonly author: {
    /** Empty if the description names no author. */
    readonly name: string;
    readonly url?: string;
    readonly picture?: string;
  };
  /** Suggested videos; the catalog may lack some of them. */
  readonly related: readonly string[];
  readonly sources: {
    readonly hlsManifestUrl?: string;
    readonly progressive: ProgressiveFormat[];
    readonly isLive: boolean;
    readonly needsWholeEngine?: boolean;
    readonly qualities?: QualityName[];
    readonly bytesPerHour?: DataUse['bytesPerHour'];
    readonly inlinePlaylists?: Readonly<Record<string, string>>;
  };
  readonly firstParts?: FirstParts;
  readonly chapters?: readonly Chapter[];
  readonly storyboard?: Storyboard;
  /** Folders below `media/` that contain its files, for signed addresses. */
  readonly mediaFolders: readonly string[];
  /** The source of the generated live playlists. */
  readonly liveStream?: LiveStream;
  /**
   * The files of the video have not been read yet: it has only the fields of its description, for lists. `Catalog.complete` reads
   * them.
   */
  readonly isDescribedOnly?: true;
}

export type Playlist = PlaylistFile;

/**
 * The content of the catalog. If it is watched, its maps, lists and objects are replaced after each change: read them
 * where they are needed, and cache derived values with `derivedFrom` (`derived.ts`).
 */
export interface Catalog {
  readonly videos: ReadonlyMap<string, Video>;
  readonly playlists: ReadonlyMap<string, Playlist>;
  readonly site: SiteSettings;
  readonly problems: readonly CatalogProblem[];
  /** Names of files of `videos/` that no video could be made of, without their ending. */
  readonly unusableIds: ReadonlySet<string>;
  /**
   * Resolves when the files of a video have been read and `videos` has the result. A large catalog serves from the start,
   * while most of its files are still to be read. Absent if all files have been read.
   */
  readonly complete?: (id: string) => Promise<void>;
}
