import { gunzipSync, strFromU8 } from 'fflate';
import { LogRequest } from '../../protocol/provider/logging.ts';
import { RequestedSequence, ReceivedEvents } from '../../protocol/provider/received-events.ts';
import { SEQUENCE_PARAMETER } from '../../protocol/provider/paths.ts';
import { fail, succeed, type Outcome } from '../../protocol/runtime/outcome.ts';
import type { StoredRequest } from '../../protocol/infrastructure/records.ts';
import type { TransportRequest, TransportResponse } from '../../workers/infrastructure/transport/transport.ts';

/** How the collector treats a request; `lost` stores the events, but the response never arrives. */
export type Treatment = 'ok' | 'lost' | 'unreachable' | { readonly status: number; readonly retryAfterMs?: number };

/** A provider's log endpoint that discards duplicates by client event id, as the contract requires. */
export class FakeCollector {
  /** Ids of the stored events, and how often each event arrived. */
  readonly stored = new Set<string>();
  readonly arrivals = new Map<string, number>();
  /** Batches in order of arrival. */
  readonly requests: LogRequest[] = [];
  readonly attempts: { readonly id: string; readonly atMs: number; readonly body: unknown }[] = [];
  /** Treatments of the next requests, in order. */
  readonly treatments: (Treatment | Promise<Treatment>)[] = [];
  always: Treatment | null = null;
  /** Returns the treatment of a request by its id; `null` for `always`. */
  refuse: (requestId: string) => Treatment | null = () => null;
  readonly #now: () => number;

  constructor(now: () => number = () => 0) {
    this.#now = now;
  }

  readonly send = async (request: StoredRequest): Promise<Outcome<TransportResponse>> => {
    this.attempts.push({ id: request.id, atMs: this.#now(), body: request.options.body });
    const treatment: Treatment = await (this.treatments.shift() ?? this.refuse(request.id) ?? this.always ?? 'ok');
    if (treatment === 'unreachable') return fail('net.unknown', 'Unknown request error');
    if (typeof treatment === 'object') {
      return fail('net.badstatus', `Request failed, status=${treatment.status}`, { ...treatment });
    }
    this.take(request.options.body);
    return treatment === 'lost'
      ? fail('net.unknown', 'Unknown request error')
      : succeed({ status: 200, text: JSON.stringify({ accepted: request.eventIds.length, repeated: 0 }) });
  };

  /** Addresses of the requests about events that the provider may have received, in order. */
  readonly questions: string[] = [];
  readonly reply = async ({ address }: Pick<TransportRequest, 'address'>): Promise<Outcome<TransportResponse>> => {
    this.questions.push(address);
    if (this.always === 'unreachable') return fail('net.unknown', 'Unknown request error');
    if (typeof this.always === 'object' && this.always !== null) {
      return fail('net.badstatus', `Request failed, status=${this.always.status}`, { ...this.always });
    }
    const asked = new URL(address, 'https://provider.example').searchParams.getAll(SEQUENCE_PARAMETER);
    const sequences = asked.map((text) => {
      const { id, first, last } = RequestedSequence.parse(text);
      const indexes = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
      return { id, ranges: indexes.filter((index) => this.stored.has(`${id}.${index}`)).map((at) => [at, at]) };
    });
    return succeed({ status: 200, text: JSON.stringify(ReceivedEvents.parse({ sequences })) });
  };

  /** Stores the events of a body, from a request or a beacon. */
  take(body: string | Uint8Array): void {
    const text = typeof body === 'string' ? body : strFromU8(gunzipSync(body));
    for (const batch of text.split('\n')) {
      const request = JSON.parse(batch) as LogRequest;
      LogRequest.parse(request);
      this.requests.push(request);
      for (const { clientEventId } of request.events) {
        this.stored.add(clientEventId);
        this.arrivals.set(clientEventId, (this.arrivals.get(clientEventId) ?? 0) + 1);
      }
    }
  }

  /** Client event ids that arrived more than once. */
  repeated(): string[] {
    return [...this.arrivals].filter(([, count]) => count > 1).map(([id]) => id);
  }
}
