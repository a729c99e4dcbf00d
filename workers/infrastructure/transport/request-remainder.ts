import * as z from 'zod/mini';
import { ClientEventId } from '../../../protocol/events/events.ts';
import type { StoredRequest } from '../../../protocol/infrastructure/records.ts';
import { HEADERS } from '../../../protocol/provider/request-context.ts';
import { encodingHeader, textOf, type Compress } from './compression.ts';
import { RECEIPT_EVENTS_MIN, type Receipts } from './receipts.ts';

export interface RequestRemainderOptions {
  readonly receipts: Pick<Receipts, 'receivedOf'>;
  readonly compress: Compress;
  readonly decompressionStream: typeof DecompressionStream | undefined;
}

/** The fields of a batch that identify its events; all others are kept unchanged. */
const Batch = z.looseObject({ events: z.array(z.looseObject({ clientEventId: ClientEventId })) });

/** Removes events that the provider already has from the request of a dead page. */
export class RequestRemainder {
  readonly #options: RequestRemainderOptions;

  constructor(options: RequestRemainderOptions) {
    this.#options = options;
  }

  /** `null` if all events have arrived. A body that cannot be read stays whole: the provider drops repeats. */
  async remainderOf(request: StoredRequest): Promise<StoredRequest | null> {
    const { receipts, compress, decompressionStream } = this.#options;
    if (request.eventIds.length < RECEIPT_EVENTS_MIN) return request;
    const received = await receipts.receivedOf(request.eventIds);
    if (received === null) return request;
    const eventIds = request.eventIds.filter((id) => !received.has(id));
    if (eventIds.length === 0) return null;
    if (eventIds.length === request.eventIds.length) return request;
    const text = await remainingText(request, received, decompressionStream);
    if (text === null) return request;
    const { body, sizeBytes, isCompressed } = await compress(text);
    const { [HEADERS.contentEncoding]: _, ...headers } = request.options.headers;
    return {
      ...request,
      eventIds,
      sizeBytes,
      options: { ...request.options, headers: { ...headers, ...encodingHeader(isCompressed) }, body },
    };
  }
}

async function remainingText(
  { options }: StoredRequest,
  received: ReadonlySet<string>,
  stream: typeof DecompressionStream | undefined,
): Promise<string | null> {
  try {
    const text = await textOf(options.body, stream);
    const batches = text
      .split('\n')
      .map((line) => Batch.parse(JSON.parse(line)))
      .map((batch) => ({ ...batch, events: batch.events.filter(({ clientEventId }) => !received.has(clientEventId)) }));
    return batches
      .filter(({ events }) => events.length > 0)
      .map((batch) => JSON.stringify(batch))
      .join('\n');
  } catch {
    return null;
  }
}
