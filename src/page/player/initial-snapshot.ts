import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { AudioSnapshot, PlayerSnapshot, VideoSnapshot } from './player.ts';

export const NO_VIDEO: VideoSnapshot = {
  videoId: '',
  title: '',
  author: '',
  authorUrl: null,
  authorPicture: null,
  pageUrl: null,
  channelId: '',
  isLive: false,
  allowLiveDvr: false,
  isListed: true,
  isSpherical: false,
  isPlayable: false,
  posterUrl: null,
  chapters: [],
  storyboard: null,
  related: [],
  startSeconds: 0,
  endSeconds: null,
  response: null,
};

export const NO_AUDIO: AudioSnapshot = { tracks: [], active: '' };

/** The snapshot before a video has been requested. */
export function initialSnapshot(settings: { volume: number; muted: boolean; loop: boolean }): PlayerSnapshot {
  return {
    ready: false,
    state: PLAYER_STATE.unstarted,
    video: NO_VIDEO,
    position: { seconds: 0, atMs: 0, rate: 0 },
    durationSeconds: 0,
    bufferedRanges: [],
    seekable: [0, 0],
    isAtLiveHead: false,
    live: null,
    volume: settings.volume,
    muted: settings.muted,
    playbackRate: 1,
    quality: 'unknown',
    qualities: [],
    qualityChoice: 'auto',
    captions: { tracks: [], active: -1, hasFailed: false, moduleLoaded: false, fontSize: 0, cues: [] },
    audio: NO_AUDIO,
    playlist: null,
    spherical: {},
    orientationSensor: null,
    error: null,
    waiting: false,
    seeking: false,
    autoplayBlocked: false,
    fullscreen: false,
    pictureInPicture: false,
    remotePlayback: false,
    loop: settings.loop,
    mediaPath: null,
    dataUse: { bytesPerHour: {}, loadedBytes: 0 },
    dataSaver: { choice: 'auto', isOn: false, maxQuality: { host: 'auto', viewer: 'auto' } },
  };
}
