import { Events } from 'hls.js';
import type { default as Hls, Fragment } from 'hls.js';
import type { SpanName } from '../../../protocol/profiling/span-names.ts';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';

/** Span name by the kind of a segment. For sound and captions, `frag.level` is no level of pictures. */
const SEGMENTS: Readonly<Record<Fragment['type'], SpanName>> = {
  main: 'segment',
  audio: 'audio segment',
  subtitle: 'caption segment',
};

/** Records the loads, appends and choices of hls.js. Times are in the recorder's clock, the thread's own. */
export function recordStream(hls: Hls, spans: SpanRing): void {
  // Running loads by track: hls.js loads one segment of each track at a time.
  const loading = new Map<string, number>();
  const end = (track: string, bytes = 0, value = 0): void => {
    spans.end(loading.get(track) ?? 0, bytes, value);
    loading.delete(track);
  };
  const heightOf = (level: number): number => hls.levels[level]?.height ?? 0;

  hls.on(Events.MANIFEST_LOADED, (_, { stats }) => spans.add('manifest', stats.loading.start, stats.total));
  hls.on(Events.LEVEL_LOADED, (_, { stats }) => spans.add('manifest', stats.loading.start, stats.total));
  hls.on(Events.FRAG_LOADING, (_, { frag }) => {
    // A previous segment without an end was given up: no more events of it follow.
    end(frag.type);
    loading.set(frag.type, spans.begin(SEGMENTS[frag.type]));
  });
  hls.on(Events.FRAG_LOADED, (_, { frag }) => {
    end(frag.type, frag.stats.total, SEGMENTS[frag.type] === 'segment' ? heightOf(frag.level) : 0);
    spans.gauges.bandwidth = Math.round(hls.bandwidthEstimate);
  });
  hls.on(Events.FRAG_LOAD_EMERGENCY_ABORTED, (_, { frag }) => end(frag.type));
  hls.on(Events.ERROR, (_, { frag }) => {
    if (frag !== undefined) end(frag.type);
  });
  hls.on(Events.FRAG_BUFFERED, (_, { stats }) => {
    const { start, end: endMs } = stats.buffering;
    if (endMs >= start && start > 0) spans.add('append', start, stats.total, 0, 0, endMs);
  });
  hls.on(Events.LEVEL_SWITCHED, (_, { level }) => {
    spans.add('level switch', spans.now(), 0, heightOf(level));
    spans.gauges.levelHeight = heightOf(level);
  });
  hls.on(Events.DESTROYING, () => {
    for (const track of loading.keys()) end(track);
  });
}
