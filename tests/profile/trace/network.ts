import * as z from 'zod';
import type { NetworkRequest } from '../../../src/profile/report/schema/timeline.ts';
import type { Thread } from './find-threads.ts';
import { isOfThread, isWithin, readArgs, type Stretch, type TraceEvent } from './trace-event.ts';

const RequestArgs = z.object({ data: z.object({ requestId: z.string() }) });
const SentArgs = z.object({ data: z.object({ url: z.string() }) });
/** Milliseconds since `requestTime`, which is in seconds of the clock of the trace; -1 for a phase that did not happen. */
const Timing = z.object({
  requestTime: z.number(),
  dnsStart: z.number().default(-1),
  connectStart: z.number().default(-1),
  sendStart: z.number().default(-1),
  receiveHeadersEnd: z.number().default(-1),
});
const ResponseArgs = z.object({ data: z.object({ timing: Timing }) });
/** `finishTime` is in seconds of the clock of the trace; the event itself is recorded later, when the thread handles it. */
const FinishArgs = z.object({
  data: z.object({ encodedDataLength: z.number().default(0), finishTime: z.number().default(0) }),
});

/** Requests of all threads with a lane, in the order in which they were sent. */
export function requestsOf(
  events: readonly TraceEvent[],
  threads: readonly Thread[],
  stretch: Stretch,
): NetworkRequest[] {
  const requests = new Map<string, NetworkRequest>();
  for (const event of events) {
    if (!event.name.startsWith('Resource') || !isWithin(event, stretch)) continue;
    const id = readArgs(event, RequestArgs)?.data.requestId;
    if (id === undefined) continue;
    // Each process numbers its own requests.
    const key = `${event.pid} ${id}`;
    const atUs = Math.round(event.ts - stretch.fromUs);
    const thread = threads.find((one) => isOfThread(event, one));
    const request = requests.get(key);
    if (event.name === 'ResourceSendRequest' && thread !== undefined && request === undefined) {
      const path = pathOf(readArgs(event, SentArgs)?.data.url ?? '');
      requests.set(key, {
        path,
        lane: thread.id,
        startUs: atUs,
        connectUs: null,
        sentUs: null,
        responseUs: null,
        receivedUs: null,
        endUs: atUs,
        bytes: 0,
      });
    }
    if (request === undefined) continue;
    if (event.name === 'ResourceReceiveResponse')
      requests.set(key, { ...request, ...phasesOf(event, stretch, request.startUs, atUs), endUs: atUs });
    if (event.name === 'ResourceReceivedData') requests.set(key, { ...request, endUs: atUs });
    if (event.name === 'ResourceFinish') {
      const { encodedDataLength = 0, finishTime = 0 } = readArgs(event, FinishArgs)?.data ?? {};
      const finishUs = Math.round(finishTime * 1_000_000 - stretch.fromUs);
      const receivedUs = finishTime === 0 ? null : Math.min(atUs, Math.max(request.responseUs ?? 0, finishUs));
      requests.set(key, { ...request, receivedUs, endUs: atUs, bytes: Math.round(encodedDataLength) });
    }
  }
  return [...requests.values()].toSorted((one, other) => one.startUs - other.startUs);
}

/**
 * Phases of a request by the times of the network; a response from the cache has no such times. The request of a document
 * begins before the thread of its event exists, so it may start earlier than its event.
 */
function phasesOf(
  event: TraceEvent,
  { fromUs }: Stretch,
  sentEventUs: number,
  atUs: number,
): Pick<NetworkRequest, 'startUs' | 'connectUs' | 'sentUs' | 'responseUs'> {
  const timing = readArgs(event, ResponseArgs)?.data.timing;
  if (timing === undefined) return { startUs: sentEventUs, connectUs: null, sentUs: null, responseUs: atUs };
  const requestUs = Math.round(timing.requestTime * 1_000_000 - fromUs);
  const startUs = Math.max(0, Math.min(sentEventUs, requestUs));
  const moment = (ms: number): number | null =>
    ms < 0 ? null : Math.min(atUs, Math.max(startUs, Math.round(requestUs + ms * 1_000)));
  return {
    startUs,
    connectUs: moment(timing.dnsStart) ?? moment(timing.connectStart),
    sentUs: moment(timing.sendStart),
    responseUs: moment(timing.receiveHeadersEnd) ?? atUs,
  };
}

function pathOf(address: string): string {
  if (address.startsWith('data:')) return 'data:';
  try {
    return new URL(address).pathname;
  } catch {
    return '';
  }
}
