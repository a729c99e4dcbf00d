import type { FirstParts } from '../../../protocol/media/media-engine.ts';
import type { Chapter, Storyboard } from '../../../protocol/provider/player-response.ts';
import type { LiveStream } from '../media/live-stream.ts';
import type { PlaylistFile, VideoFile } from './catalog-schema.ts';
import type { CatalogProblem } from './catalog-problem.ts';
import type { SiteSettings } from './site-settings.ts';

/** A video with its side files read and every reference turned into an address that a page can ask for. */
export interface Video extends Omit<VideoFile, 'chapters' | 'storyboard' | 'sources'> {
  readonly sources: {
    readonly hlsManifestUrl?: string;
    readonly progressive: VideoFile['sources']['progressive'];
    readonly isLive: boolean;
    readonly inlinePlaylists?: Readonly<Record<string, string>>;
  };
  readonly firstParts?: FirstParts;
  readonly chapters?: readonly Chapter[];
  readonly storyboard?: Storyboard;
  /** Folders below `media/` that its files lie in, for addresses that are signed. */
  readonly mediaFolders: readonly string[];
  /** What the provider makes the live playlists of. */
  readonly liveStream?: LiveStream;
}

export type Playlist = PlaylistFile;

/**
 * What the provider serves. Of a catalog that is watched these are another map, list or object after each change: read
 * them where they are needed, and keep what follows from them with `derivedFrom` (`derived.ts`).
 */
export interface Catalog {
  readonly videos: ReadonlyMap<string, Video>;
  readonly playlists: ReadonlyMap<string, Playlist>;
  readonly site: SiteSettings;
  readonly problems: readonly CatalogProblem[];
}
