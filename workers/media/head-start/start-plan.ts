import {
  FIRST_SEGMENT_TAG,
  INDEPENDENT,
  ONLY_FOR_ENGINE,
  partAddress,
  readPlainPlaylist,
  type ListedPart,
} from '../../../protocol/runtime/media/media-playlist.ts';
import {
  defaultSound,
  readLevels,
  splitCodecs,
  type ListedVariant,
} from '../../../protocol/runtime/media/multivariant-playlist.ts';
import type { QualityName } from '../../../protocol/host/player-info.ts';
import { qualityName } from '../../../protocol/media/quality.ts';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';

/** One track of one level, or sound and pictures in one, for a plain append loop. Addresses of parts are absolute. */
export interface TrackPlan {
  readonly kind: 'video' | 'audio';
  /** For `addSourceBuffer`. */
  readonly mimeType: string;
  /** Whether segments are MPEG-TS, with sound and pictures in one. */
  readonly isTransport?: boolean;
  /** Absent where every segment begins with an init segment. */
  readonly initUrl: string | undefined;
  /** Media time at position 0 of the player, seconds; for live streams it is known once the first segment arrives. */
  readonly firstSeconds: number | Promise<number>;
  readonly segments: readonly SegmentPlan[];
}

export interface SegmentPlan {
  readonly url: string;
  readonly startSeconds: number;
  readonly durationSeconds: number;
}

export interface StartPlan {
  readonly tracks: readonly TrackPlan[];
  readonly durationSeconds: number;
  readonly isLive: boolean;
  readonly levels: readonly LevelPlan[];
  /** The level of these segments: the chosen level, else the lowest. */
  readonly level: LevelPlan;
}

export interface TrackOptions {
  readonly kind: TrackPlan['kind'];
  readonly playlistUrl: string;
  readonly codec: string;
  readonly playlists: ReadonlyMap<string, string>;
  readonly master: string;
}

export interface LevelPlan {
  readonly width: number;
  readonly height: number;
}

/** The last segment that begins at or before a time. */
export function segmentAt(segments: readonly SegmentPlan[], seconds: number): SegmentPlan | undefined {
  return segments.filter(({ startSeconds }) => startSeconds <= seconds).at(-1);
}

/** No plan, or no engine because the session has ended. Comments give the reasons: messages would delay the first frame. */
export const DECLINED: Outcome<never> = fail('request.cancelled', 'no plan');

/**
 * Parses playlists into a plan for the first seconds; declines streams that only the engine can play. `playlists` holds
 * their texts by absolute address.
 */
export function makeStartPlan(
  masterUrl: string,
  playlists: ReadonlyMap<string, string>,
  quality: QualityName = 'auto',
  readTrack: (options: TrackOptions) => Outcome<TrackPlan> = readFinishedTrack,
): Outcome<StartPlan> {
  const master = playlists.get(masterUrl);
  if (master === undefined || ONLY_FOR_ENGINE.test(master)) return DECLINED;
  const variants = readLevels(master);
  const levels = variants.map(levelPlan);
  const chosen = levels.findIndex(({ width, height }) => qualityName(width, height) === quality);
  const index = Math.max(0, chosen);
  const [variant, level] = [variants[index], levels[index]];
  if (variant === undefined || level === undefined) return DECLINED;
  const [videoCodec, audioCodec] = splitCodecs(variant.attributes['CODECS']);
  const audioUri = defaultSound(master, variant);
  const tracks: TrackPlan[] = [];
  for (const [kind, codecs, uri] of [
    /** Sound without a separate playlist is in the same segments. */
    ['video', audioUri === undefined ? [videoCodec, audioCodec] : [videoCodec], variant.uri],
    ['audio', [audioCodec], videoCodec === undefined ? variant.uri : audioUri],
  ] as const) {
    if (kind === 'audio' ? uri === undefined : videoCodec === undefined) continue;
    const codec = codecs.filter(Boolean).join();
    if (codec === '' || uri === undefined) return DECLINED;
    const track = readTrack({ kind, playlistUrl: new URL(uri, masterUrl).href, codec, playlists, master });
    if (!track.ok) return track;
    tracks.push(track.value);
  }
  const ends = tracks.map(({ segments }) => {
    const { startSeconds = 0, durationSeconds: lastSeconds = 0 } = segments.at(-1) ?? {};
    return startSeconds + lastSeconds;
  });
  const durationSeconds = Math.max(...ends);
  // The element would wait at the end of the shorter track until an engine declares the end of the stream.
  if (Math.min(...ends) < durationSeconds - 1) return DECLINED;
  return succeed({ tracks, durationSeconds, isLive: false, levels, level });
}

/** Absolute address of a part that the playlist at `playlistUrl` lists. */
export function absolutePart({ uri, range }: ListedPart, playlistUrl: string): string {
  return partAddress(new URL(uri, playlistUrl).href, range);
}

function levelPlan({ attributes: { RESOLUTION = '' } }: ListedVariant): LevelPlan {
  const [width = 0, height = 0] = RESOLUTION.split('x').map(Number);
  return { width, height };
}

/** Facts that the provider has read from the first segment. */
const FIRST_SEGMENT = new RegExp(`${FIRST_SEGMENT_TAG}:SECONDS=([\\d.]+)(?:,INIT=(\\w+))?`);

function readFinishedTrack({ kind, playlistUrl, codec, playlists, master }: TrackOptions): Outcome<TrackPlan> {
  const text = playlists.get(playlistUrl);
  if (text === undefined) return DECLINED;
  const [, first = 0, initPlace] = FIRST_SEGMENT.exec(text) ?? [];
  const { segments: listed, isFinished } = readPlainPlaylist(text);
  const map = listed[0]?.map;
  if (ONLY_FOR_ENGINE.test(text) || !isFinished || (!map && !initPlace)) return DECLINED;
  let startSeconds = 0;
  const segments = listed.map((segment) => {
    const { durationSeconds } = segment;
    const planned = { url: absolutePart(segment, playlistUrl), startSeconds, durationSeconds };
    startSeconds += durationSeconds;
    return planned;
  });
  // Segments without a length have no place in time.
  if (!segments.length || !listed.every((segment) => segment.durationSeconds > 0)) return DECLINED;
  // The engine begins with a segment that it appends again, and pictures without a key frame before them are lost.
  if (kind === 'video' && !text.includes(INDEPENDENT) && !master.includes(INDEPENDENT)) return DECLINED;
  const mimeType = `${kind}/mp4; codecs="${codec}"`;
  const initUrl = map && absolutePart(map, playlistUrl);
  return succeed({
    kind,
    mimeType,
    isTransport: initPlace === 'TS',
    initUrl,
    firstSeconds: Number(first),
    segments,
  });
}
