import { frameRatio, WIDESCREEN, type FrameRatio } from './frame-sizes.ts';
import type { EmbeddedPlaylist } from '../../../../protocol/page/embed-address.ts';
import type { CaptionTrack } from '../../../../protocol/provider/player-response.ts';
import { trackForLanguage } from '../../player/captions/track-for-language.ts';
import type { CaptionSnapshot, PlayerSnapshot, PlaylistSnapshot, VideoSnapshot } from '../../player/player.ts';

type Picture = Pick<HTMLVideoElement, 'videoWidth' | 'videoHeight'>;

/** Facts to share about a video. */
export interface SharedVideo {
  readonly title: string;
  /** A live stream has no start, and does not loop. */
  readonly isLive: boolean;
  /** 0 while it is unknown. */
  readonly durationSeconds: number;
  readonly ratio: FrameRatio;
  /** The captions that are on, else the captions that the viewer would get; `null` without any. */
  readonly captions: CaptionTrack | null;
  readonly playlist: EmbeddedPlaylist | null;
}

export function sharedVideo(
  { video, durationSeconds, captions, playlist }: PlayerSnapshot,
  language: string,
  picture: Picture,
): SharedVideo {
  return {
    title: video.title,
    isLive: video.isLive,
    durationSeconds,
    ratio: ratioOf(video, picture),
    captions: offeredCaptions(captions, language),
    playlist: playlist === null ? null : embeddedPlaylist(playlist),
  };
}

/**
 * A 360° video fills a frame of any ratio; the size of its file is the size of the unrolled sphere. Without a size from the provider, the
 * element's size counts, once its video has loaded.
 */
function ratioOf({ isSpherical, response }: VideoSnapshot, { videoWidth, videoHeight }: Picture): FrameRatio {
  if (isSpherical) return WIDESCREEN;
  const details = response?.videoDetails;
  return frameRatio({ width: details?.width || videoWidth, height: details?.height || videoHeight });
}

function offeredCaptions({ tracks, active }: CaptionSnapshot, language: string): CaptionTrack | null {
  const preferred = tracks[active] ?? tracks[trackForLanguage(tracks, language)];
  return preferred ?? tracks.find(({ isDefault }) => isDefault) ?? tracks[0] ?? null;
}

/**
 * A list without an id is embedded as its videos: first the videos after the present video, then the videos before it, because the video
 * of an address comes first. A shuffled list is in another order for its next viewer, so it has no index.
 */
function embeddedPlaylist({ listId, videoIds, index, shuffled }: PlaylistSnapshot): EmbeddedPlaylist | null {
  if (listId !== null) return { listId, index: shuffled ? 0 : index };
  if (videoIds.length < 2) return null;
  return { followingIds: [...videoIds.slice(index + 1), ...videoIds.slice(0, index)] };
}
