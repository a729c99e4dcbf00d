import type { InputDetail } from '../../../protocol/recording/thread-spans.ts';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';

/** Recorder of main, and beside it the parts of interactions by the start of their span. */
export interface MainSpans {
  readonly ring: SpanRing;
  readonly inputs: Map<number, InputDetail>;
}

/** Number of kept interactions: the profiler shows the interactions of the last minute. */
const INPUTS_MAX = 200;

/** Records an interaction of the viewer: its span in the recorder, and its parts beside the recorder. */
export function recordInput({ ring, inputs }: MainSpans, startMs: number, endMs: number, input: InputDetail): void {
  ring.add('input', startMs, 0, input.handlersMs, 0, endMs);
  inputs.set(startMs, input);
  const [oldest] = inputs.keys();
  if (inputs.size > INPUTS_MAX && oldest !== undefined) inputs.delete(oldest);
}
