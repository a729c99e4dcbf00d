import { loopSeconds, type Loop } from '../streams/media-playlist.ts';

/** Origin of the round numbers, the same for every provider, so that a restart or a second machine continues them. */
const EPOCH_MS = Date.UTC(2026, 0, 1);

/**
 * An endless media playlist: the segments of a loop, repeated, each round a discontinuity, because its timestamps start
 * over. Its content depends only on the clock.
 */
export function livePlaylist(rendition: Loop, nowMs: number, windowSegments: number): string {
  const lengthSeconds = loopSeconds(rendition);
  const perRound = rendition.segments.length;
  const startsOf = segmentStarts(rendition);
  const newest = newestSegment(nowMs, lengthSeconds, startsOf);
  const oldest = Math.max(0, newest - windowSegments + 1);
  const targetSeconds = Math.max(...rendition.segments.map((segment) => Math.round(segment.durationSeconds)), 1);
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${targetSeconds}`,
    `#EXT-X-MEDIA-SEQUENCE:${oldest}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${Math.floor(oldest / perRound)}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ];
  for (let sequence = oldest; sequence <= newest; sequence++) {
    const index = sequence % perRound;
    const segment = rendition.segments[index];
    if (segment === undefined) continue;
    if (index === 0 && sequence !== oldest) lines.push('#EXT-X-DISCONTINUITY');
    if (segment.map !== undefined && (index === 0 || sequence === oldest))
      lines.push(`#EXT-X-MAP:URI="${segment.map.uri}"`);
    const startMs = EPOCH_MS + (Math.floor(sequence / perRound) * lengthSeconds + (startsOf[index] ?? 0)) * 1_000;
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(startMs).toISOString()}`);
    lines.push(`#EXTINF:${segment.durationSeconds.toFixed(6)},`, segment.uri);
  }
  return `${lines.join('\n')}\n`;
}

/** Start of each segment within its round, seconds. */
function segmentStarts(rendition: Loop): number[] {
  let start = 0;
  return rendition.segments.map((segment) => {
    const here = start;
    start += segment.durationSeconds;
    return here;
  });
}

/** The number of the last segment that has ended by now. */
function newestSegment(nowMs: number, lengthSeconds: number, startsOf: readonly number[]): number {
  const elapsedSeconds = Math.max(0, nowMs - EPOCH_MS) / 1_000;
  const round = Math.floor(elapsedSeconds / lengthSeconds);
  const withinRound = elapsedSeconds - round * lengthSeconds;
  const running = startsOf.filter((start) => start <= withinRound).length - 1;
  return round * startsOf.length + running - 1;
}
