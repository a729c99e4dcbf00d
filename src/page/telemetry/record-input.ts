import type { InputDetail } from '../../../protocol/recording/thread-spans.ts';
import type { PageSpans } from '../profiling/page-spans.ts';

/** The profiler shows those of the last minute. */
const INPUTS_MAX = 200;

/** Records an interaction of the viewer: its span as any other, and its parts beside the recorder. */
export function recordInput(
  { ring, inputs }: Pick<PageSpans, 'ring' | 'inputs'>,
  startMs: number,
  endMs: number,
  input: InputDetail,
): void {
  ring.add('input', startMs, 0, input.handlersMs, 0, endMs);
  inputs.set(startMs, input);
  const [oldest] = inputs.keys();
  if (inputs.size > INPUTS_MAX && oldest !== undefined) inputs.delete(oldest);
}
