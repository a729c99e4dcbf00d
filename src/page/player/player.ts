import type { PlayerErrorCode } from '../../../protocol/errors.ts';
import type { HostCommand, PlayerEventName } from '../../../protocol/host/host-messages.ts';
import type { AudioTrackDescription, MediaPath } from '../../../protocol/media/media-engine.ts';
import type { Outcome } from '../../../protocol/runtime/outcome.ts';
import type { PlayerStateCode, QualityName, SphericalProperties } from '../../../protocol/host/player-info.ts';
import type {
  CaptionTrack,
  Chapter,
  PlayerResponse,
  PlaylistDetails,
  Storyboard,
} from '../../../protocol/provider/player-response.ts';
import type { OnSettled } from './intents/settlements.ts';

/** What the user interface and the host bridge know of the player, and what they may ask of it. */
export interface Player {
  readonly getSnapshot: () => PlayerSnapshot;
  /** Called after every change of the snapshot; the returned function ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Runs one checked command. A failure has changed nothing. `atMs`: when it was asked for, on the monotonic clock; absent
   * for now. What was asked for later stands, whenever it was run. `onSettled` hears of a command that was taken, once: when
   * it has been carried out, replaced, or has failed.
   */
  readonly execute: (command: HostCommand, by: CommandSource, atMs?: number, onSettled?: OnSettled) => Outcome<void>;
  /**
   * Every event of `PLAYER_EVENTS`, in order, each after the snapshot that belongs to it. Except `onVideoProgress`: the
   * bridge sends it along with the time, while a host listens.
   */
  readonly onEvent: (listener: (event: PlayerEvent) => void) => () => void;
}

/** What is asked of the player inside the page and by no command. */
export interface PlayerControl {
  /** After an error: the same video at the same position. */
  retry(): Outcome<void>;
  /** Ends playback for a reason outside of it (H5). */
  endPlayback(code: PlayerErrorCode, reason: string): void;
  /** Goes to a place on the timeline, 0 to 1; where its length is not known, as soon as it is. */
  seekToFraction(fraction: number, by: CommandSource, atMs?: number): void;
  /** How it was heard and how fast it played at a moment: what is asked of a key by steps counts from there. */
  settingsAt(atMs: number): { readonly volumePercent: number; readonly muted: boolean; readonly rate: number };
  /** The present video ends where it ends, and none of its list follows. */
  holdAtEnd(): void;
  /** Every command, after it has run. */
  onCommand(listener: (executed: ExecutedCommand) => void): () => void;
  /** Who gave a command last; `undefined` before the first. */
  lastSourceOf(name: HostCommand['name']): CommandSource | undefined;
}

/** `preference`: what the viewer chose at an earlier visit. */
export type CommandSource = 'host' | 'viewer' | 'preference';

export interface ExecutedCommand {
  readonly command: HostCommand;
  readonly by: CommandSource;
}

export interface PlayerEvent {
  readonly name: PlayerEventName;
  /** As hosts get it: a number, a name, an object; `null` where there is nothing to say. */
  readonly data: unknown;
}

/** Immutable; every change makes a new one, and parts that did not change keep their identity. */
export interface PlayerSnapshot {
  /** Metadata is known, or it is known that there is none: hosts may be told `onReady`. */
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
  /** 0 to 100; muting leaves it alone. */
  readonly volume: number;
  readonly muted: boolean;
  readonly playbackRate: number;
  readonly quality: QualityName;
  /** Highest first, `auto` last. */
  readonly qualities: readonly QualityName[];
  /** What was asked for; `auto` by default. */
  readonly qualityChoice: QualityName;
  readonly captions: CaptionSnapshot;
  readonly audio: AudioSnapshot;
  readonly playlist: PlaylistSnapshot | null;
  /** Where the viewer looks; empty where the film is flat, or can only be shown flat. */
  readonly spherical: SphericalProperties;
  /** Whether moving the device may turn the view; `null` while the host has said nothing. */
  readonly orientationSensor: boolean | null;
  readonly error: PlayerErrorSnapshot | null;
  /** Waiting for data while it should be playing. */
  readonly waiting: boolean;
  /** A seek has been asked for and has not landed. */
  readonly seeking: boolean;
  /** The browser refused to start with sound, or at all. */
  readonly autoplayBlocked: boolean;
  /** The player fills the screen, or the frame does and the host has said so. */
  readonly fullscreen: boolean;
  readonly pictureInPicture: boolean;
  readonly loop: boolean;
  readonly mediaPath: MediaPath | null;
}

export interface VideoSnapshot {
  /** Empty while no video is known. */
  readonly videoId: string;
  readonly title: string;
  readonly author: string;
  readonly channelId: string;
  readonly isLive: boolean;
  readonly allowLiveDvr: boolean;
  readonly isListed: boolean;
  readonly isSpherical: boolean;
  readonly isPlayable: boolean;
  readonly posterUrl: string | null;
  readonly chapters: readonly Chapter[];
  readonly storyboard: Storyboard | null;
  /** Where playback is to begin and end, seconds; `null` for the video's own end. */
  readonly startSeconds: number;
  readonly endSeconds: number | null;
  /** All that the provider said, for what is not playing: heartbeats, and what viewers can do (N6–N11, N23). */
  readonly response: PlayerResponse | null;
}

/** The present position follows from these three numbers; there is no polling. */
export interface PositionSnapshot {
  readonly seconds: number;
  /** Monotonic clock at `seconds`, milliseconds. */
  readonly atMs: number;
  /** Seconds of media per second; 0 while it stands still. */
  readonly rate: number;
}

/** A cue as the browser's reader made it. Not every browser has read what the second half says. */
export type ActiveCue = Pick<
  VTTCue,
  'text' | 'line' | 'snapToLines' | 'position' | 'size' | 'align' | 'vertical' | 'getCueAsHTML'
> &
  Partial<Pick<VTTCue, 'lineAlign' | 'positionAlign'>>;

export interface AudioSnapshot {
  readonly tracks: readonly AudioTrackDescription[];
  /** Id of the one that is heard; empty until known. */
  readonly active: string;
}

export interface CaptionSnapshot {
  readonly tracks: readonly CaptionTrack[];
  /** Index into `tracks`, or -1 for off. */
  readonly active: number;
  /** The captions module is loaded, as hosts see it (`onApiChange`). */
  readonly moduleLoaded: boolean;
  /** -1 to 3. */
  readonly fontSize: number;
  /** On screen now. */
  readonly cues: readonly ActiveCue[];
}

export interface PlaylistSnapshot {
  /** In playing order, so shuffled when shuffled. */
  readonly videoIds: readonly string[];
  readonly index: number;
  readonly listId: string | null;
  readonly shuffled: boolean;
  /** Names, lengths and pictures, as far as the provider told them. */
  readonly details: PlaylistDetails | null;
}

export interface PlayerErrorSnapshot {
  readonly code: PlayerErrorCode;
  /** The provider's own words; empty where it has said nothing. */
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
