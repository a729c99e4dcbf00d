import type { PlayerInfo, ProgressState, VideoData } from '../../../protocol/host/player-info.ts';
import type { PlayerCore } from '../player/player-core.ts';
import { textOf } from '../plain-values.ts';
import { playerStateName } from '../../../protocol/host/player-state.ts';
import type { CaptionTrack, LiveInfo } from './types.ts';

/** A live view of the player's cached information, with the names of the promise client. */
export function liveInfo(core: PlayerCore): LiveInfo {
  const read = <Field extends keyof PlayerInfo>(field: Field) => core.cache.read(field) as PlayerInfo[Field];
  // Empty until the first delivery.
  const progress = (): Partial<ProgressState> => read('progressState');
  return {
    get state() {
      return playerStateName(read('playerState'));
    },
    get currentTime() {
      return core.cache.currentTime;
    },
    get duration() {
      return read('duration');
    },
    get loadedFraction() {
      return read('videoLoadedFraction');
    },
    get seekable() {
      const { seekableStart = 0, seekableEnd = 0 } = progress();
      return [seekableStart, seekableEnd] as const;
    },
    get volume() {
      return read('volume');
    },
    get muted() {
      return read('muted');
    },
    get rate() {
      return read('playbackRate');
    },
    get rates() {
      return read('availablePlaybackRates');
    },
    get quality() {
      return read('playbackQuality');
    },
    get qualities() {
      return read('availableQualityLevels');
    },
    get video() {
      return video(read('videoData'), read('videoUrl'));
    },
    get isAtLiveEdge() {
      return progress().isAtLiveHead === true && video(read('videoData'), '').isLive;
    },
    get playlist() {
      const videoIds = read('playlist');
      return videoIds === null ? null : { videoIds, index: read('playlistIndex'), id: read('playlistId') };
    },
    get captions() {
      const active = languageOf(core.cache.apiInfo.option('captions', 'track'));
      return { tracks: captionTracks(core.cache.apiInfo.option('captions', 'tracklist')), active };
    },
    get chapters() {
      return read('chapters');
    },
    get chapter() {
      const { currentTime } = core.cache;
      const begun = read('chapters').filter(({ startSeconds }) => startSeconds <= currentTime);
      return begun.at(-1) ?? null;
    },
    get fullscreen() {
      return core.fullscreen.isActive;
    },
    get pictureInPicture() {
      return read('pictureInPicture');
    },
    get remotePlayback() {
      return read('remotePlayback');
    },
    get dataSaver() {
      return read('dataSaver');
    },
    get hasSoundAlone() {
      return read('hasSoundAlone');
    },
    get view() {
      return read('sphericalProperties');
    },
    get wireVersion() {
      return read('wireVersion') || null;
    },
  };
}

function video(data: Partial<VideoData>, url: string): LiveInfo['video'] {
  const { video_id: id = '', title = '', author = '', isLive = false, isPlayable = false, errorCode = null } = data;
  return { id, title, author, url, isLive, isPlayable, errorName: errorCode };
}

function captionTracks(list: unknown): CaptionTrack[] {
  if (!Array.isArray(list)) return [];
  return (list as (Readonly<Record<string, unknown>> | null)[]).map((track) => ({
    languageCode: textOf(track?.['languageCode']),
    name: textOf(track?.['displayName']),
    isAutomatic: track?.['kind'] === 'asr',
  }));
}

function languageOf(track: unknown): string | null {
  const { languageCode } = (track ?? {}) as { languageCode?: unknown };
  return typeof languageCode === 'string' ? languageCode : null;
}
