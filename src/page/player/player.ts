import type { PlayerErrorCode } from '../../../protocol/errors.ts';
import type { HostCommand, PlayerEventName } from '../host-messages/host-messages.ts';
import type { DataSaverChoice, DataUse, LoadingLimits } from '../../../protocol/media/loading-limits.ts';
import type { AudioTrackDescription, LiveFacts, MediaPath } from '../../../protocol/media/media-engine.ts';
import type { Outcome } from '../../../protocol/runtime/outcome.ts';
import type { QualityName, SphericalProperties } from '../../../protocol/host/player-info.ts';
import type { PlayerStateCode } from '../../../protocol/host/player-state.ts';
import type {
  Chapter,
  PlayerResponse,
  PlaylistDetails,
  RelatedVideo,
  Storyboard,
} from '../../../protocol/provider/player-response.ts';
import type { OfferedTrack } from './captions/offered-track.ts';
import type { OnSettled } from './intents/settlements.ts';

/** The player as seen by the user interface and the host bridge. */
export interface Player {
  readonly getSnapshot: () => PlayerSnapshot;
  /** Called after every change of the snapshot; the returned function unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Whether the latest request is to play, even if it has not been carried out. */
  readonly wantsToPlay: () => boolean;
  /**
   * Runs one checked command. A failure has changed nothing. `atMs`: when the command was requested, on the monotonic clock;
   * absent for now. The later request takes precedence, in whichever order commands are run. `onSettled` is called once for
   * an accepted command: when it has been carried out, was replaced, or has failed.
   */
  readonly execute: (command: HostCommand, by: CommandSource, atMs?: number, onSettled?: OnSettled) => Outcome<void>;
  /**
   * Every event of `PLAYER_EVENTS` except `onVideoProgress`, in order, each after its snapshot. The bridge sends
   * `onVideoProgress` along with the time, while a host listens.
   */
  readonly onEvent: (listener: (event: PlayerEvent) => void) => () => void;
}

/** Requests to the player from inside the page that are not commands. */
export interface PlayerControl {
  /** Opens the present video again at its position, after an error. */
  retry(): Outcome<void>;
  /** Continues the present video at its position with the best engine for the present conditions. */
  reopen(): void;
  /** Notes whether a receiver plays the video. */
  remotePlaybackChanged(remotePlayback: boolean): void;
  /** Ends playback for an external reason (H5). */
  endPlayback(code: PlayerErrorCode, reason: string): void;
  /** Goes to a position on the timeline, 0 to 1; if its length is unknown, as soon as it is known. */
  seekToFraction(fraction: number, by: CommandSource, atMs?: number): void;
  /** Volume, mute and speed at a moment, to which relative keys add. */
  settingsAt(atMs: number): { readonly volumePercent: number; readonly muted: boolean; readonly rate: number };
  /** Ends playback after the present video: without a next video, and without a loop. */
  holdAtEnd(): void;
  /** Reports every command, after it has run. */
  onCommand(listener: (executed: ExecutedCommand) => void): () => void;
  /** Sets the limits of engines' automatic loading. */
  limitLoading(limits: LoadingLimits, isSavingData: boolean): void;
  /** Source of the last command; `undefined` before the first. */
  lastSourceOf(name: HostCommand['name']): CommandSource | undefined;
}

/**
 * `preference`: the viewer's choice at an earlier visit. `measurement`: the profiler holds the video, without a request. `own`: a
 * change by the player itself, such as a speed while a finger is held, or the state before the network was lost.
 */
export type CommandSource = 'host' | 'viewer' | 'preference' | 'measurement' | 'own';

export interface ExecutedCommand {
  readonly command: HostCommand;
  readonly by: CommandSource;
  /** A refused command has changed nothing. */
  readonly accepted: boolean;
}

export interface PlayerEvent {
  readonly name: PlayerEventName;
  /** In the form that hosts get: a number, a name, an object; `null` without a value. */
  readonly data: unknown;
}

/** Immutable state of the player; every change makes a new snapshot, in which unchanged parts keep their identity. */
export interface PlayerSnapshot {
  /** Metadata is known, or known to be missing: hosts may be sent `onReady`. */
  readonly ready: boolean;
  readonly state: PlayerStateCode;
  readonly video: VideoSnapshot;
  readonly position: PositionSnapshot;
  /** Seconds of media time; 0 until known. */
  readonly durationSeconds: number;
  /** Seconds of media time, ascending, not touching. */
  readonly bufferedRanges: readonly (readonly [startSeconds: number, endSeconds: number])[];
  readonly seekable: readonly [startSeconds: number, endSeconds: number];
  readonly isAtLiveHead: boolean;
  /** Facts of the engine about a live stream; `null` for other videos, and for engines without such facts. */
  readonly live: LiveFacts | null;
  /** 0 to 100; muting does not change it. */
  readonly volume: number;
  readonly muted: boolean;
  readonly playbackRate: number;
  readonly quality: QualityName;
  /** Highest first, `auto` last. */
  readonly qualities: readonly QualityName[];
  /** The requested quality; `auto` by default. */
  readonly qualityChoice: QualityName;
  readonly captions: CaptionSnapshot;
  readonly audio: AudioSnapshot;
  readonly playlist: PlaylistSnapshot | null;
  /** The viewing direction; empty if the video is flat, or can only be shown flat. */
  readonly spherical: SphericalProperties;
  /** Whether moving the device may turn the view; `null` until the host sets it. */
  readonly orientationSensor: boolean | null;
  readonly error: PlayerErrorSnapshot | null;
  /** Whether playback waits for data. */
  readonly waiting: boolean;
  /** A seek has been requested and has not finished. */
  readonly seeking: boolean;
  /** Whether the browser refused to start with sound, or at all. */
  readonly autoplayBlocked: boolean;
  /** The player fills the screen, or the frame does and the host has reported it. */
  readonly fullscreen: boolean;
  readonly pictureInPicture: boolean;
  /** A receiver, such as a television, plays the video. */
  readonly remotePlayback: boolean;
  readonly loop: boolean;
  readonly mediaPath: MediaPath | null;
  readonly dataUse: DataUse;
  readonly dataSaver: DataSaverSnapshot;
}

export interface DataSaverSnapshot {
  /** `auto`: on where the browser requests it, or the connection is slow or metered. */
  readonly choice: DataSaverChoice;
  readonly isOn: boolean;
  /** Limits of the automatic quality; `auto` for no limit. */
  readonly maxQuality: Readonly<Record<'host' | 'viewer', QualityName>>;
}

export interface VideoSnapshot {
  /** Empty while no video is known. */
  readonly videoId: string;
  readonly title: string;
  readonly author: string;
  /** The author's page and picture; `null` without one. */
  readonly authorUrl: string | null;
  readonly authorPicture: string | null;
  /** The page where the video was published, also of a refused video; `null` if the provider names no page. */
  readonly pageUrl: string | null;
  readonly channelId: string;
  readonly isLive: boolean;
  readonly allowLiveDvr: boolean;
  readonly isListed: boolean;
  readonly isSpherical: boolean;
  readonly isPlayable: boolean;
  readonly posterUrl: string | null;
  readonly chapters: readonly Chapter[];
  readonly storyboard: Storyboard | null;
  /** Suggestions of the owner at the end, in this order. */
  readonly related: readonly RelatedVideo[];
  /** Start and end of playback, seconds; `null` for the video's own end. */
  readonly startSeconds: number;
  readonly endSeconds: number | null;
  /** The whole provider response, for features besides playback: heartbeats, and viewer actions (N6–N11, N23). */
  readonly response: PlayerResponse | null;
}

/** The present position is computed from these three numbers, without polling. */
export interface PositionSnapshot {
  readonly seconds: number;
  /** Monotonic clock at `seconds`, milliseconds. */
  readonly atMs: number;
  /** Seconds of media per second; 0 while paused. */
  readonly rate: number;
}

/** A cue as parsed by the browser. Not every browser provides the optional fields. */
export type ActiveCue = Pick<
  VTTCue,
  'text' | 'line' | 'snapToLines' | 'position' | 'size' | 'align' | 'vertical' | 'getCueAsHTML'
> &
  Partial<Pick<VTTCue, 'lineAlign' | 'positionAlign'>>;

export interface AudioSnapshot {
  readonly tracks: readonly AudioTrackDescription[];
  /** Id of the audio track that plays; empty until known. */
  readonly active: string;
}

export interface CaptionSnapshot {
  readonly tracks: readonly OfferedTrack[];
  /** Index into `tracks`, or -1 for off. */
  readonly active: number;
  /** Captions are off because their file does not load. */
  readonly hasFailed: boolean;
  /** The captions module is loaded, as hosts see it (`onApiChange`). */
  readonly moduleLoaded: boolean;
  /** -1 to 3. */
  readonly fontSize: number;
  /** Cues that are on screen now. */
  readonly cues: readonly ActiveCue[];
}

export interface PlaylistSnapshot {
  /** In playing order: a shuffled list is in its shuffled order. */
  readonly videoIds: readonly string[];
  readonly index: number;
  readonly listId: string | null;
  readonly shuffled: boolean;
  /** Titles, lengths and pictures, as far as the provider sent them. */
  readonly details: PlaylistDetails | null;
}

export interface PlayerErrorSnapshot {
  readonly code: PlayerErrorCode;
  /** The provider's message; empty without one. */
  readonly title: string;
  readonly advice: string;
  readonly retryable: boolean;
}

/** Media time at `nowMs` of the monotonic clock, seconds; never past the end. */
export function positionAt(snapshot: Pick<PlayerSnapshot, 'position' | 'durationSeconds'>, nowMs: number): number {
  const { seconds, atMs, rate } = snapshot.position;
  const moved = seconds + (rate * (nowMs - atMs)) / 1_000;
  return snapshot.durationSeconds > 0 ? Math.min(moved, snapshot.durationSeconds) : moved;
}
