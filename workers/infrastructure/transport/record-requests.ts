import type { SpanName } from '../../../protocol/profiling/span-names.ts';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import { during } from '../during.ts';
import type { Send } from './transport.ts';

/** The same, recorded with its body and the status of its response, 0 if there was none. */
export function recordRequests(spans: SpanRing, name: SpanName & `request ${string}`, send: Send): Send {
  return (request) =>
    during(spans, name, () => send(request), {
      bytes: request.body?.length ?? 0,
      toValue: (outcome) => (outcome.ok ? outcome.value.status : Number(outcome.details?.['status'] ?? 0)),
    });
}
