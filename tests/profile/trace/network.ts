import * as z from 'zod';
import type { NetworkRequest } from '../../../src/profile/report/schema/timeline.ts';
import type { Thread } from './find-threads.ts';
import { isOfThread, isWithin, readArgs, type Stretch, type TraceEvent } from './trace-event.ts';

const RequestArgs = z.object({ data: z.object({ requestId: z.string() }) });
const SentArgs = z.object({ data: z.object({ url: z.string() }) });
const FinishArgs = z.object({ data: z.object({ encodedDataLength: z.number().default(0) }) });

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
    // Each process numbers its own.
    const key = `${event.pid} ${id}`;
    const atUs = Math.round(event.ts - stretch.fromUs);
    const thread = threads.find((one) => isOfThread(event, one));
    const request = requests.get(key);
    if (event.name === 'ResourceSendRequest' && thread !== undefined && request === undefined) {
      const path = pathOf(readArgs(event, SentArgs)?.data.url ?? '');
      requests.set(key, { path, lane: thread.id, startUs: atUs, responseUs: null, endUs: atUs, bytes: 0 });
    }
    if (request === undefined) continue;
    if (event.name === 'ResourceReceiveResponse') requests.set(key, { ...request, responseUs: atUs, endUs: atUs });
    if (event.name === 'ResourceReceivedData') requests.set(key, { ...request, endUs: atUs });
    if (event.name === 'ResourceFinish') {
      const bytes = Math.round(readArgs(event, FinishArgs)?.data.encodedDataLength ?? 0);
      requests.set(key, { ...request, endUs: atUs, bytes });
    }
  }
  return [...requests.values()];
}

function pathOf(address: string): string {
  if (address.startsWith('data:')) return 'data:';
  try {
    return new URL(address).pathname;
  } catch {
    return '';
  }
}
