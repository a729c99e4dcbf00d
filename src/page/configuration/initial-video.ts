import { basePathOf, decodePathPart } from '../../../protocol/page/base-path.ts';
import type { EmbedParameters } from '../../../protocol/page/embed-parameters.ts';
import { wantsAutoplay } from '../../../protocol/page/autoplay.ts';
import type { PlayerConfig } from '../../../protocol/page/player-config.ts';
import { videoIdOfPath, type VideoOptions } from '../../../protocol/host/video-options.ts';

export interface InitialVideo {
  readonly options: VideoOptions;
  /** `load` plays the video at once (P6). */
  readonly how: 'load' | 'cue';
}

/** The last part of a path that was meant as an id, valid or not, so that an error can name an invalid id. */
function idText(pathname: string): string | undefined {
  const last = /^\/(?:v|e|embed)\/([^/]+)\/?$/.exec(pathname)?.[1];
  return last === undefined || last === 'videoseries' || last === 'live_stream' ? undefined : decodePathPart(last);
}

/**
 * Video that the address names (P5, P6), or the server if the address names none. `plays` is the latest press of the
 * viewer, which takes precedence.
 */
export function initialVideo(
  pathname: string,
  parameters: EmbedParameters,
  args: PlayerConfig['args'],
  plays: boolean | undefined,
): InitialVideo {
  const path = pathname.slice(basePathOf(pathname).length);
  const videoId = videoIdOfPath(path) ?? idText(path) ?? args.video_id;
  const { start, end, list, listType, playlist, autoplay } = parameters;
  const asked = plays ?? (autoplay || wantsAutoplay(args.autoplay));
  return {
    options: {
      videoId: videoId || undefined,
      startSeconds: start,
      endSeconds: end,
      list,
      listType,
      playlist,
    },
    how: asked ? 'load' : 'cue',
  };
}
