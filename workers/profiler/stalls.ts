import type { Stall, StallCause } from '../../protocol/profiling/profiler-messages.ts';
import { describeSpanName } from '../../protocol/profiling/span-names.ts';
import type { Span } from '../../protocol/recording/thread-spans.ts';
import { newest } from './lane-figures.ts';
import { endOf, type LaneHistory } from './span-history.ts';

const STALLS_SHOWN = 10;
/** A stall begins when the buffer is empty, so its cause lies in the time before. */
const BEFORE_MS = 1_000;
/** Work of a thread is the cause from this share of the stall and the time before it. */
const BLOCKED_SHARE = 0.5;

const LOADS = new Set(['manifest', 'segment', 'audio segment']);

/** The last stalls of playback, with their cause from the threads' work at that time. */
export function lastStalls(lanes: readonly LaneHistory[]): readonly Stall[] {
  const main = lanes.find(({ lane }) => lane === 'main');
  if (main === undefined) return [];
  const stalls = newest([...main.ended, ...main.open], 'stall', STALLS_SHOWN);
  return stalls.map((stall) => {
    const { startMs, durationMs, isOpen } = stall;
    return { startMs, durationMs, isOpen, cause: causeOf(stall, lanes) };
  });
}

/** A blocked thread is checked before the network, because its requests seem slow, too. */
function causeOf(stall: Span, lanes: readonly LaneHistory[]): StallCause {
  const fromMs = stall.startMs - BEFORE_MS;
  const toMs = endOf(stall);
  const during = (span: Span): boolean => span.startMs < toMs && endOf(span) > fromMs;
  const isBlocked = ({ ended, open }: LaneHistory): boolean => {
    const blocked = [...ended, ...open].filter((span) => isBlocking(span) && during(span));
    const blockedMs = blocked.reduce(
      (sum, span) => sum + Math.min(endOf(span), toMs) - Math.max(span.startMs, fromMs),
      0,
    );
    return blockedMs >= BLOCKED_SHARE * (toMs - fromMs);
  };
  const blocked = lanes.find(isBlocked);
  if (blocked !== undefined) return blocked.lane === 'main' ? 'main blocked' : 'worker blocked';
  const isLoading = lanes.some(({ ended, open }) =>
    [...ended, ...open].some((span) => LOADS.has(span.name) && during(span)),
  );
  return isLoading ? 'network' : 'unknown';
}

function isBlocking({ name }: Span): boolean {
  const description = describeSpanName(name);
  return description?.category === 'blocked' && description.kind === 'work';
}
