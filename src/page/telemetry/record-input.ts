import type { InputDetail } from '../../../protocol/recording/thread-spans.ts';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';

/** Records an interaction of the viewer, in the form that `InputName` describes. */
export function recordInput(
  spans: Pick<SpanRing, 'add'>,
  startMs: number,
  endMs: number,
  { type, target, delayMs, handlersMs }: InputDetail,
): void {
  spans.add(`input\t${type}\t${target}`, startMs, delayMs, handlersMs, 0, endMs);
}
