import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';
import * as z from 'zod/mini';
import { LogClient, LogRequest } from '../../../protocol/provider/logging.ts';
import { WireEvent } from '../../../protocol/events/events.ts';
import { LOG_ENDPOINTS } from '../../../protocol/events/log-endpoints.ts';
import { videosOf } from '../../provider/logs/event-rows.ts';
import type { ReceivedBatch } from '../../provider/logs/event-store.ts';
import { shareOf } from '../../provider/logs/share.ts';

/** An event in the stream, with all data to store it as if its batch had arrived directly. */
const EventMessage = z.object({
  /** All events of a batch have the same id. */
  batchId: z.string(),
  endpoint: z.enum(LOG_ENDPOINTS),
  client: z.pick(LogClient, { clientName: true, clientVersion: true, originalUrl: true }),
  encoding: z.enum(['gzip', 'identity']),
  retryCount: z.number(),
  sentAtMs: z.optional(z.number()),
  receivedAtMs: z.number(),
  device: z.optional(z.object({ browser: z.string(), device: z.string() })),
  sender: z.optional(z.object({ network: z.int(), address: z.int() })),
  country: z.optional(z.string()),
  /** Whether the catalog has the event's video; absent if the catalog was unknown. */
  isVideoKnown: z.optional(z.boolean()),
  /** Length of the event's video, if the catalog has it and it is not live. */
  videoSeconds: z.optional(z.number()),
  /** Whether the stream of the event's video comes from another server. */
  isElsewhere: z.optional(z.boolean()),
  /** The event's share of its batch's size, so that sums are right whichever events of the batch arrive. */
  wireBytes: z.number(),
  rawBytes: z.number(),
  /** Losses of the batch, only in its first event, so that they are dropped with that event when a batch is repeated. */
  dropped: LogRequest.shape.dropped,
  event: WireEvent,
});
type EventMessage = z.infer<typeof EventMessage>;

export interface OutgoingEvent {
  /** The client event id, by which the stream recognises a repeat. */
  readonly id: string;
  readonly text: string;
}

/** The messages of a batch, one for each event. */
export function messagesOf(batch: ReceivedBatch, batchId: string, receivedAtMs: number): OutgoingEvent[] {
  const { endpoint, request, encoding, retryCount, sentAtMs } = batch;
  const { clientName, clientVersion, originalUrl } = request.context.client;
  const { device, sender, country, knownVideos, videoSeconds = {}, videosElsewhere = [] } = batch;
  const count = request.events.length;
  return request.events.map((event, index) => {
    const [videoId = ''] = videosOf([event]);
    const message: EventMessage = {
      ...{ batchId, endpoint, client: { clientName, clientVersion, originalUrl }, encoding, retryCount, sentAtMs },
      ...{ receivedAtMs, device, sender, country },
      ...(knownVideos !== undefined && { isVideoKnown: knownVideos.includes(videoId) }),
      ...(Object.hasOwn(videoSeconds, videoId) && { videoSeconds: videoSeconds[videoId] }),
      ...(videosElsewhere.includes(videoId) && { isElsewhere: true }),
      wireBytes: shareOf(batch.wireBytes, index, count),
      rawBytes: shareOf(batch.rawBytes, index, count),
      ...(index === 0 && { dropped: request.dropped }),
      event,
    };
    return { id: event.clientEventId, text: JSON.stringify(message) };
  });
}

/** Reads a message; `undefined` if it is no event of Oriel. */
export function readMessage(text: string): EventMessage | undefined {
  return unlessThrown(() => EventMessage.parse(JSON.parse(text)));
}

/** Groups fetched messages into batches again. */
export function batchesOf<T extends { readonly message: EventMessage }>(
  messages: readonly T[],
): { readonly batch: ReceivedBatch; readonly parts: readonly T[] }[] {
  const groups = new Map<string, T[]>();
  for (const one of messages) {
    const group = groups.get(one.message.batchId);
    if (group === undefined) groups.set(one.message.batchId, [one]);
    else group.push(one);
  }
  return [...groups.values()].map((parts) => ({ batch: batchOf(parts.map(({ message }) => message)), parts }));
}

function batchOf(messages: readonly EventMessage[]): ReceivedBatch {
  const [first] = messages;
  if (first === undefined) throw new Error('a batch of no messages');
  const { endpoint, client, encoding, retryCount, sentAtMs, receivedAtMs, device, sender, country } = first;
  const sum = (bytes: 'wireBytes' | 'rawBytes'): number => messages.reduce((total, one) => total + one[bytes], 0);
  const dropped = messages.flatMap((one) => one.dropped ?? []);
  return {
    ...{ endpoint, encoding, retryCount, sentAtMs, receivedAtMs },
    ...(device !== undefined && { device }),
    ...(sender !== undefined && { sender }),
    ...(country !== undefined && { country }),
    ...(first.isVideoKnown !== undefined && {
      knownVideos: videosOf(messages.flatMap((one) => (one.isVideoKnown === true ? [one.event] : []))),
      videoSeconds: Object.fromEntries(
        messages.flatMap(({ event, videoSeconds }) => {
          const [videoId] = videosOf([event]);
          return videoId === undefined || videoSeconds === undefined ? [] : [[videoId, videoSeconds]];
        }),
      ),
      videosElsewhere: videosOf(messages.flatMap((one) => (one.isElsewhere === true ? [one.event] : []))),
    }),
    wireBytes: sum('wireBytes'),
    rawBytes: sum('rawBytes'),
    request: { context: { client }, events: messages.map(({ event }) => event), dropped },
  };
}
