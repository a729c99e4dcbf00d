import type { QualityName } from '../../../protocol/host/player-info.ts';
import { INDEPENDENT, UNUSUAL_LIVE, type ListedPart } from '../../../protocol/runtime/media/media-playlist.ts';
import { readMediaPlaylist } from '../../../protocol/runtime/media/read-media-playlist.ts';
import { succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { absolutePart, DECLINED, makeStartPlan, segmentAt, type SegmentPlan, type StartPlan } from './start-plan.ts';

/** hls.js begins this many target durations behind the end of a live playlist (`liveSyncDurationCount`). */
const TARGET_DURATIONS_BEHIND = 3;

/** The part of a live playlist, between two discontinuities, in which playback begins. */
interface LiveSection {
  /** Absent for MPEG-TS, and where every segment begins with an init segment. */
  readonly initUrl: string | undefined;
  /** Place where playback begins, seconds; the playlist's first segment begins at 0. */
  readonly startSeconds: number;
  readonly segments: readonly SegmentPlan[];
  readonly firstNumber: number;
}

/** A plan, and the place where playback begins, seconds. */
export interface LivePlan {
  readonly plan: StartPlan;
  readonly startSeconds: number;
}

/** Parses playlists as {@link makeStartPlan} does, with the positions that hls.js computes from the same playlists. */
export function makeLivePlan(
  masterUrl: string,
  playlists: ReadonlyMap<string, string>,
  quality: QualityName,
): Outcome<LivePlan> {
  const starts: number[] = [];
  const sequences = new Set<number | undefined>();
  const plan = makeStartPlan(masterUrl, playlists, quality, ({ kind, playlistUrl, codec, master }) => {
    const text = playlists.get(playlistUrl) ?? '';
    const { initUrl, startSeconds = 0, segments = [], firstNumber } = liveSection(playlistUrl, text) ?? {};
    // The engine appends the last segment again, and pictures without a key frame before them are lost.
    const isIndependent = kind === 'audio' || text.includes(INDEPENDENT) || master.includes(INDEPENDENT);
    if (initUrl === undefined || !isIndependent) return DECLINED;
    starts.push(startSeconds);
    sequences.add(firstNumber);
    return succeed({ kind, mimeType: `${kind}/mp4; codecs="${codec}"`, initUrl, firstSeconds: 0, segments });
  });
  if (!plan.ok) return plan;
  const [startSeconds = 0] = starts;
  // Positions of pictures and sound agree only if both playlists begin with the same segment number.
  const isTogether = sequences.size === 1;
  const isThere = plan.value.tracks.every((track) => segmentAt(track.segments, startSeconds) !== undefined);
  return isTogether && isThere ? succeed({ plan: { ...plan.value, isLive: true }, startSeconds }) : DECLINED;
}

/** Addresses of the init segment and the first segment of playback; none for multivariant playlists and other start rules. */
export function newestParts(url: string, text: string): string[] {
  const { initUrl, startSeconds = 0, segments = [] } = liveSection(url, text) ?? {};
  const first = segmentAt(segments, startSeconds);
  if (first === undefined) return [];
  return [...(initUrl === undefined ? [] : [initUrl]), first.url];
}

function liveSection(url: string, text: string): LiveSection | undefined {
  const { segments: listed, targetSeconds, isFinished, firstNumber } = readMediaPlaylist(text);
  if (!targetSeconds || isFinished || UNUSUAL_LIVE.test(text)) return undefined;
  const endSeconds = listed.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  const startSeconds = endSeconds - TARGET_DURATIONS_BEHIND * targetSeconds;
  const maps = new Set<ListedPart | undefined>();
  let segments: SegmentPlan[] = [];
  let place = 0;
  for (const segment of listed) {
    if (segment.isDiscontinuous) {
      if (place > startSeconds) break;
      segments = [];
      maps.clear();
    }
    const { durationSeconds } = segment;
    segments.push({ url: absolutePart(segment, url), startSeconds: place, durationSeconds });
    maps.add(segment.map);
    place += durationSeconds;
  }
  if (startSeconds < 0 || maps.size !== 1) return undefined;
  const [map] = maps;
  return { firstNumber, segments, startSeconds, initUrl: map && absolutePart(map, url) };
}
