import type { FirstParts } from '../../../protocol/media-engine.ts';
import type { Chapter, Storyboard } from '../../../protocol/provider/player.ts';
import type { LiveStream } from '../media/live-stream.ts';
import type { PlaylistFile, VideoFile } from './catalog-schema.ts';
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
  /** What the provider makes the live playlists of. */
  readonly liveStream?: LiveStream;
}

export type Playlist = PlaylistFile;

export interface Catalog {
  readonly videos: ReadonlyMap<string, Video>;
  readonly playlists: ReadonlyMap<string, Playlist>;
  readonly site: SiteSettings;
  /** What was skipped at start, one sentence each, file and field first. */
  readonly problems: readonly string[];
}
