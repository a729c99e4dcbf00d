import { delay, type Clock } from '../../../protocol/runtime/clock.ts';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import { REQUESTED_EVENTS_MAX, REQUESTED_SEQUENCES_MAX } from '../../../protocol/constants.ts';
import { ReceivedEvents, type RequestedSequence } from '../../../protocol/provider/received-events.ts';
import { RECEIVED_EVENTS_PATH, SEQUENCE_PARAMETER } from '../../../protocol/provider/paths.ts';
import { readJson } from './read-json.ts';
import type { Send } from './transport.ts';

/** Fewer events are cheaper to send again than to query. */
export const RECEIPT_EVENTS_MIN = 10;
/** Wait for further batches of a dead page, so that they share one query. */
export const RECEIPT_GATHER_MS = 20;
/** Timeout of a query. Until the response, events are not stored again, and stay where the dead page left them. */
const RECEIPT_TIMEOUT_MS = 5_000;

export interface ReceiptsOptions {
  readonly clock: Clock;
  readonly send: Send;
  readonly isOnline: () => boolean;
  /** Address of a path of the provider. */
  readonly address: (path: string) => string;
  /** Sequences of this page, which no other page has sent. */
  readonly ownSequences: readonly string[];
}

/**
 * Queries which events of a dead page the provider has received, so that no event is sent twice: a page that unloads sends
 * beacons and receives no response. Without a response no event counts as received: a repeat is dropped, a loss is final.
 */
export class Receipts {
  readonly #options: ReceiptsOptions;
  readonly #stopped = new AbortController();
  readonly #asked = new Set<string>();
  #gathered: string[] = [];
  #received: Promise<ReadonlySet<string>> | null = null;
  #isRefused = false;

  constructor(options: ReceiptsOptions) {
    this.#options = options;
  }

  /**
   * Client event ids that the provider is known to have. Returns `null` at once if no query is needed or possible: no other page
   * has sent any of these events, or they were queried before.
   */
  receivedOf(ids: readonly string[]): Promise<ReadonlySet<string>> | null {
    const foreign = ids.filter((id) => !this.#asked.has(id) && !this.isOwn(id));
    if (foreign.length === 0 || this.#isRefused || !this.#options.isOnline()) return null;
    this.#gathered.push(...foreign);
    this.#received ??= this.#ask();
    return this.#received;
  }

  /** Whether this page has logged the event; any other event is from a closed page. */
  isOwn(id: string): boolean {
    return this.#options.ownSequences.some((sequenceId) => id.startsWith(`${sequenceId}.`));
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #ask(): Promise<ReadonlySet<string>> {
    const { clock, send, address } = this.#options;
    await delay(clock, RECEIPT_GATHER_MS, this.#stopped.signal);
    const ids = this.#gathered;
    this.#gathered = [];
    this.#received = null;
    const asked = sequencesOf(ids);
    if (ids.length < RECEIPT_EVENTS_MIN || asked.length === 0 || this.#stopped.signal.aborted) return NONE;
    const query = new URLSearchParams(
      asked.map(({ id, first, last }) => [SEQUENCE_PARAMETER, `${id}.${first}-${last}`]),
    );
    const response = await send({
      address: address(`${RECEIVED_EVENTS_PATH}?${query}`),
      method: 'GET',
      timeoutMs: RECEIPT_TIMEOUT_MS,
    });
    const json = response.ok ? readJson(response.value) : response;
    const parsed = json.ok ? parseAt('received events', ReceivedEvents, json.value) : json;
    for (const id of ids) this.#asked.add(id);
    // A provider that does not support the query will not support it later in this page load.
    if (!parsed.ok) this.#isRefused = parsed.code !== 'net.unknown' && parsed.code !== 'net.timeout';
    return parsed.ok ? new Set(ids.filter((id) => isIn(parsed.value, id))) : NONE;
  }
}

const NONE: ReadonlySet<string> = new Set();

/** A client event id names its sequence and its place in the sequence (L6). */
function placeOf(id: string): { readonly sequenceId: string; readonly index: number } {
  const [sequenceId = '', index = ''] = id.split('.');
  return { sequenceId, index: Number(index) };
}

/** One range for each session, as many as an address has room for; events of other sessions count as not received. */
function sequencesOf(ids: readonly string[]): readonly RequestedSequence[] {
  const sequences = new Map<string, RequestedSequence>();
  for (const { sequenceId, index } of ids.map(placeOf)) {
    const { first, last } = sequences.get(sequenceId) ?? { first: index, last: index };
    sequences.set(sequenceId, { id: sequenceId, first: Math.min(first, index), last: Math.max(last, index) });
  }
  return [...sequences.values()]
    .filter(({ first, last }) => last - first < REQUESTED_EVENTS_MAX)
    .slice(0, REQUESTED_SEQUENCES_MAX);
}

function isIn({ sequences }: ReceivedEvents, id: string): boolean {
  const { sequenceId, index } = placeOf(id);
  const own = sequences.find((sequence) => sequence.id === sequenceId);
  return own?.ranges.some(([first, last]) => first <= index && index <= last) === true;
}

/** Removes received events; `received` is `null` if no query was sent. */
export function withoutReceived<Event extends { readonly id: string }>(
  events: readonly Event[],
  received: ReadonlySet<string> | null,
): readonly Event[] {
  return received === null ? events : events.filter(({ id }) => !received.has(id));
}
