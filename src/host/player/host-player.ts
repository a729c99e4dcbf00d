/** The public types of the script API. They import only types of the package, so that the package's declarations stand alone. */
import type { PlayerEventData, PlayerListener, PlayerListenerEvent } from './player-events.ts';

export type DataSaverChoice = 'auto' | 'on' | 'off';

export interface ViewDirection {
  readonly yaw?: number | undefined;
  readonly pitch?: number | undefined;
  readonly roll?: number | undefined;
  readonly fov?: number | undefined;
  readonly enableOrientationSensor?: boolean | undefined;
}

/** Data of the video; complete once the player is ready. */
export interface VideoData {
  readonly video_id: string;
  readonly title: string;
  readonly author: string;
  readonly isLive?: boolean;
  readonly isListed?: boolean;
  readonly allowLiveDvr?: boolean;
  readonly isPlayable?: boolean;
  /** Name of the error that prevents playback. */
  readonly errorCode?: string | null;
}

/** Keys of the object form of cue and load commands. */
export interface VideoRequest {
  readonly videoId?: string | undefined;
  readonly mediaContentUrl?: string | undefined;
  readonly startSeconds?: number | undefined;
  readonly endSeconds?: number | undefined;
  readonly suggestedQuality?: string | undefined;
}

export interface PlaylistRequest {
  readonly list?: string | readonly string[] | undefined;
  readonly listType?: string | undefined;
  readonly playlist?: string | readonly string[] | undefined;
  readonly index?: number | undefined;
  readonly startSeconds?: number | undefined;
  readonly suggestedQuality?: string | undefined;
}

/**
 * A player for host pages (src/host/script-api.md). Every method exists from construction: commands are queued until the
 * frame can accept them, reads return at once.
 */
export interface HostPlayer {
  cueVideoById(video: string | VideoRequest, startSeconds?: number, quality?: string): HostPlayer;
  loadVideoById(video: string | VideoRequest, startSeconds?: number, quality?: string): HostPlayer;
  cueVideoByUrl(video: string | VideoRequest, startSeconds?: number, quality?: string): HostPlayer;
  loadVideoByUrl(video: string | VideoRequest, startSeconds?: number, quality?: string): HostPlayer;
  cuePlaylist(list: PlaylistArgument, index?: number, startSeconds?: number, quality?: string): HostPlayer;
  loadPlaylist(list: PlaylistArgument, index?: number, startSeconds?: number, quality?: string): HostPlayer;
  playVideo(): HostPlayer;
  pauseVideo(): HostPlayer;
  stopVideo(): HostPlayer;
  seekTo(seconds: number, allowSeekAhead?: boolean): HostPlayer;
  nextVideo(): HostPlayer;
  previousVideo(): HostPlayer;
  playVideoAt(index: number): HostPlayer;
  setLoop(loop: boolean): HostPlayer;
  setShuffle(shuffle: boolean): HostPlayer;
  mute(): HostPlayer;
  unMute(): HostPlayer;
  setVolume(volume: number): HostPlayer;
  setPlaybackRate(rate: number): HostPlayer;
  setPlaybackQuality(quality: string): HostPlayer;
  setPlaybackQualityRange(smallest: string, largest?: string): HostPlayer;
  /** `auto` is on where the browser requests it, or the connection is slow or metered. */
  setDataSaver(choice: DataSaverChoice): HostPlayer;
  /** The best quality that the player chooses by itself; `auto` for no limit. */
  setMaxQuality(quality: string): HostPlayer;
  setOption(module: string, option: string, value?: unknown): HostPlayer;
  loadModule(module: string): HostPlayer;
  unloadModule(module: string): HostPlayer;
  setSphericalProperties(properties: ViewDirection): HostPlayer;
  /** Browsers allow picture in picture only soon after a press inside the frame. */
  setPictureInPicture(active: boolean): HostPlayer;
  /** Plays on a receiver that the viewer chooses, or ends that. Browsers allow it only soon after a press inside the frame. */
  setRemotePlayback(active: boolean): HostPlayer;
  /** Called by the script itself when its page makes the frame fill the screen. */
  setHostFullscreen(active: boolean): HostPlayer;
  /** Consent of the viewers of this page: `strict`, `functional` or `measured`. */
  setConsent(consent: string): HostPlayer;
  setSize(width: number | string, height: number | string): HostPlayer;
  addEventListener<Name extends keyof PlayerEventData>(
    name: Name,
    listener: (event: PlayerListenerEvent<PlayerEventData[Name], HostPlayer>) => void,
  ): HostPlayer;
  addEventListener(name: string, listener: PlayerListener): HostPlayer;
  /** Accepts listeners with a narrower event type, as in typed pages. */
  addEventListener(name: string, listener: (event: never) => void): HostPlayer;
  removeEventListener(name: string, listener: PlayerListener): HostPlayer;
  removeEventListener(name: string, listener: (event: never) => void): HostPlayer;
  getIframe(): HTMLIFrameElement | undefined;
  destroy(): void;

  getPlayerState(): number;
  getCurrentTime(): number;
  getDuration(): number;
  getVideoLoadedFraction(): number;
  getVolume(): number;
  isMuted(): boolean;
  getPlaybackRate(): number;
  getAvailablePlaybackRates(): number[];
  getPlaybackQuality(): string;
  getAvailableQualityLevels(): string[];
  getVideoUrl(): string;
  getVideoData(): VideoData;
  getVideoEmbedCode(): string;
  getPlaylist(): string[] | null;
  getPlaylistIndex(): number;
  getPlaylistId(): string | null;
  getOptions(module?: string): readonly string[];
  getOption(module: string, option: string): unknown;
  getSphericalProperties(): ViewDirection;
  getApiInterface(): readonly string[];
  getDebugText(): string;
  getSize(): { readonly width: number; readonly height: number };
  getMediaReferenceTime(): number;
  getVideoBytesLoaded(): number;
  getVideoBytesTotal(): number;
  getVideoStartBytes(): number;
  isVideoInfoVisible(): boolean;
}

type PlaylistArgument = string | readonly string[] | PlaylistRequest;

/** Methods that are commands; the script creates them from this list, and a unit test compares it with the protocol. */
export const HOST_COMMAND_METHODS: readonly (keyof HostPlayer)[] = [
  'cueVideoById',
  'loadVideoById',
  'cueVideoByUrl',
  'loadVideoByUrl',
  'cuePlaylist',
  'loadPlaylist',
  'playVideo',
  'pauseVideo',
  'stopVideo',
  'seekTo',
  'nextVideo',
  'previousVideo',
  'playVideoAt',
  'setLoop',
  'setShuffle',
  'mute',
  'unMute',
  'setVolume',
  'setPlaybackRate',
  'setPlaybackQuality',
  'setPlaybackQualityRange',
  'setDataSaver',
  'setMaxQuality',
  'setOption',
  'loadModule',
  'unloadModule',
  'setSphericalProperties',
  'setPictureInPicture',
  'setRemotePlayback',
  'setHostFullscreen',
  'setConsent',
  'setSize',
  'addEventListener',
  'removeEventListener',
];
