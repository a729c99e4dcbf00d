import { flowOfCall } from './flow-id.ts';
import type { MessageObserver } from './observed-endpoint.ts';
import { payloadBytes } from './payload-bytes.ts';
import type { SpanName } from '../../profiling/span-names.ts';
import type { SpanRing } from './span-ring.ts';

/** The parts of Comlink's messages that are read: requests have a path, responses have none. */
interface CallMessage {
  readonly id?: string;
  readonly path?: readonly string[];
  readonly argumentList?: unknown;
  readonly value?: unknown;
}

/**
 * Records the calls over an endpoint, on either side of the endpoint. The caller's span lasts from the post to the response; the
 * span of the thread that serves the call, under the same name and flow, from the arrival to the response. The time between the
 * two starts is the wait in the queue. The spans `post` and `receive` of a call's messages have the call's flow, too.
 */
export function recordCalls(spans: SpanRing, worker: 'infrastructure' | 'media'): MessageObserver {
  // Each method's name is made once, so that recording allocates no text.
  const names = new Map<string, SpanName>();
  const nameOf = (method: string): SpanName => {
    const name = names.get(method) ?? (`${worker}.${method}` as SpanName);
    names.set(method, name);
    return name;
  };
  const note = (data: unknown, startMs: number): number => {
    const { id, path, argumentList, value } = (data ?? {}) as CallMessage;
    if (id === undefined) return 0;
    const flow = flowOfCall(id);
    if (path === undefined) spans.endFlow(flow, payloadBytes(value));
    else spans.begin(nameOf(path[0] ?? 'other'), startMs, payloadBytes(argumentList), flow);
    return flow;
  };
  const observe = (name: SpanName, startMs: number, flow: number, work: () => void): void => {
    work();
    const endMs = spans.now();
    // Most messages take less time than the clock resolves.
    if (endMs > startMs) spans.add(name, startMs, 0, 0, flow, endMs);
  };
  return {
    sending(message, send) {
      const startMs = spans.now();
      observe('post', startMs, note(message, startMs), send);
    },
    receiving(event, handle) {
      const startMs = spans.now();
      // Browsers deserialize a message when its data is first read.
      observe('receive', startMs, note(event.data, startMs), handle);
    },
  };
}
