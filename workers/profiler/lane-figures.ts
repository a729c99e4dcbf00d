import { HEARTBEAT_INTERVAL_MS } from '../../protocol/runtime/profiling/heartbeat.ts';
import { HISTORY_MS, type Lag, type LaneState } from '../../protocol/profiling/profiler-messages.ts';
import type { LongFrame } from '../../protocol/profiling/frames.ts';
import type { Span } from '../../protocol/recording/thread-spans.ts';
import { knownWorkMs } from './known-work.ts';
import type { LaneHistory } from './span-history.ts';

/** Figures of one lane up to its last read. */
export function laneState(history: LaneHistory, longFrames: readonly LongFrame[]): LaneState {
  const { lane, isInline, gauges, readAtMs } = history;
  return {
    lane,
    isInline,
    observedMs: observedMs(history, HISTORY_MS),
    busyShare1s: busyShare(history, longFrames, 1_000),
    busyShare60s: busyShare(history, longFrames, HISTORY_MS),
    lag: lagOf(history, readAtMs),
    gauges,
  };
}

/** Milliseconds of the window that were recorded. */
export function observedMs({ readAtMs, recordedFromMs, gaps }: LaneHistory, windowMs: number): number {
  const fromMs = Math.max(readAtMs - windowMs, recordedFromMs);
  const lostMs = gaps.reduce((sum, gap) => sum + Math.max(0, gap.toMs - Math.max(gap.fromMs, fromMs)), 0);
  return Math.max(0, readAtMs - fromMs - lostMs);
}

/** Lower bound of the busy share, since unrecorded work is unknown. `null` if nothing was recorded in the window. */
function busyShare(history: LaneHistory, longFrames: readonly LongFrame[], windowMs: number): number | null {
  const knownMs = observedMs(history, windowMs);
  if (knownMs <= 0) return null;
  const { readAtMs } = history;
  return Math.min(1, knownWorkMs(history, longFrames, readAtMs - windowMs, readAtMs) / knownMs);
}

/** Lateness over all beats since the heartbeat began; beats without a record were less late than the recording threshold. */
function lagOf({ ended, watchedFromMs }: LaneHistory, readAtMs: number): Lag | null {
  if (watchedFromMs === null) return null;
  const fromMs = Math.max(watchedFromMs, readAtMs - HISTORY_MS);
  const lags = ended.filter((span) => span.name === 'lag' && span.startMs >= fromMs);
  const lateMs = lags.map(({ durationMs }) => durationMs).sort((one, other) => other - one);
  const beats = Math.max(lateMs.length, Math.floor((readAtMs - fromMs - sum(lateMs)) / HEARTBEAT_INTERVAL_MS));
  return beats === 0
    ? null
    : { p50Ms: percentile(lateMs, beats, 0.5), p95Ms: percentile(lateMs, beats, 0.95), maxMs: lateMs[0] ?? 0 };
}

/** Nearest rank, of `count` values of which the largest are given; all other values count as 0. */
export function percentile(largestFirst: readonly number[], count: number, share: number): number {
  return largestFirst[count - Math.ceil(share * count)] ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Spans of a name, newest first. */
export function newest(spans: readonly Span[], name: string, count: number): readonly Span[] {
  return spans
    .filter((span) => span.name === name)
    .sort((one, other) => other.startMs - one.startMs)
    .slice(0, count);
}
