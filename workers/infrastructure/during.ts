import type { SpanName } from '../../protocol/profiling/span-names.ts';
import type { SpanRing } from '../../protocol/runtime/profiling/span-ring.ts';

/** Records `work` from its call to its end, however it ends. `toValue` returns the span's value, in the unit of that name. */
export async function during<T>(
  spans: SpanRing,
  name: SpanName,
  work: () => Promise<T>,
  { bytes = 0, toValue }: { readonly bytes?: number; readonly toValue?: (result: T) => number } = {},
): Promise<T> {
  const number = spans.begin(name, undefined, bytes);
  let value = 0;
  try {
    const result = await work();
    value = toValue?.(result) ?? 0;
    return result;
  } finally {
    spans.end(number, 0, value);
  }
}
