import type { QualityName } from '../../../protocol/host/player-info.ts';
import {
  INDEPENDENT,
  partAddress,
  readMediaPlaylist,
  UNUSUAL_LIVE,
} from '../../../protocol/runtime/media/media-playlist.ts';
import { lastWhere } from '../../../protocol/runtime/last-of.ts';
import { succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { DECLINED, makeStartPlan, segmentAt, type SegmentPlan, type StartPlan } from './start-plan.ts';

/** hls.js begins this many target durations behind the end of a live playlist (`liveSyncDurationCount`). */
const TARGET_DURATIONS_BEHIND = 3;
/** Times of segments start over here, and their init segment may be another. */
const DISCONTINUITY = /^#EXT-X-DISCONTINUITY[ \t]*\r?$/m;

/** The part of a live playlist that playback begins in, between two discontinuities. */
interface LiveSection {
  /** Absent where every segment begins with an init segment, and of MPEG-TS. */
  readonly initUrl: string | undefined;
  /** Place where playback begins, seconds; the playlist's first segment begins at 0. */
  readonly startSeconds: number;
  readonly segments: readonly SegmentPlan[];
}

/** A plan, and the place where playback begins, seconds. */
export interface LivePlan {
  readonly plan: StartPlan;
  readonly startSeconds: number;
}

/** Parses playlists as {@link makeStartPlan} does. Places are those that hls.js gives to the same playlists. */
export function makeLivePlan(
  masterUrl: string,
  playlists: ReadonlyMap<string, string>,
  quality: QualityName,
): Outcome<LivePlan> {
  const starts: number[] = [];
  const sequences = new Set<string | undefined>();
  const plan = makeStartPlan(masterUrl, playlists, quality, ({ kind, playlistUrl, codec, master }) => {
    const text = playlists.get(playlistUrl) ?? '';
    const { initUrl, startSeconds = 0, segments = [] } = liveSection(playlistUrl, text) ?? {};
    // The engine appends the last segment again, and pictures without a key frame before them are lost.
    const isIndependent = kind === 'audio' || text.includes(INDEPENDENT) || master.includes(INDEPENDENT);
    if (initUrl === undefined || !isIndependent) return DECLINED;
    starts.push(startSeconds);
    sequences.add(/^#EXT-X-MEDIA-SEQUENCE:(\d+)/m.exec(text)?.[1]);
    return succeed({ kind, mimeType: `${kind}/mp4; codecs="${codec}"`, initUrl, firstSeconds: 0, segments });
  });
  if (!plan.ok) return plan;
  const [startSeconds = 0] = starts;
  // Places of pictures and sound are the same as long as both playlists begin with the same segment.
  const isTogether = sequences.size === 1;
  const isThere = plan.value.tracks.every((track) => segmentAt(track.segments, startSeconds) !== undefined);
  return isTogether && isThere ? succeed({ plan: { ...plan.value, isLive: true }, startSeconds }) : DECLINED;
}

/** Addresses of what playback begins with; none of a multivariant playlist, nor where the start follows other rules. */
export function newestParts(url: string, text: string): string[] {
  const { initUrl, startSeconds = 0, segments = [] } = liveSection(url, text) ?? {};
  const first = segmentAt(segments, startSeconds);
  if (first === undefined) return [];
  return [...(initUrl === undefined ? [] : [initUrl]), first.url];
}

function liveSection(url: string, text: string): LiveSection | undefined {
  const targetSeconds = Number(/^#EXT-X-TARGETDURATION:(\d+)/m.exec(text)?.[1]);
  if (!targetSeconds || text.includes('#EXT-X-ENDLIST') || UNUSUAL_LIVE.test(text)) return undefined;
  const absolute = (uri: string, range: string | undefined): string => partAddress(new URL(uri, url).href, range);
  let endSeconds = 0;
  let initUrl: string | undefined;
  const sections = text.split(DISCONTINUITY).map((section) => {
    const { mapUri, mapRange, segments: listed } = readMediaPlaylist(section);
    if (mapUri !== undefined) initUrl = absolute(mapUri, mapRange);
    const segments = listed.map(({ uri, range, durationSeconds }) => {
      const segment = { url: absolute(uri, range), startSeconds: endSeconds, durationSeconds };
      endSeconds += durationSeconds;
      return segment;
    });
    return { initUrl, segments, isOneFile: section.split('#EXT-X-MAP:').length <= 2 };
  });
  const startSeconds = endSeconds - TARGET_DURATIONS_BEHIND * targetSeconds;
  const section = lastWhere(sections, ({ segments }) => segmentAt(segments, startSeconds) !== undefined);
  return section?.isOneFile === true ? { ...section, startSeconds } : undefined;
}
