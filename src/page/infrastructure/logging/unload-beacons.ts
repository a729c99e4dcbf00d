import { endpointOfEvent } from '../../../../protocol/events/event-delivery.ts';
import type { LogEndpoint } from '../../../../protocol/events/log-endpoints.ts';
import { BATCH_MAX_EVENTS, BEACON_CHUNK_MAX_BYTES } from '../../../../protocol/constants.ts';

export interface UnloadBeaconOptions {
  /** Absent in browsers without `sendBeacon`; returns whether the browser accepted the body. */
  readonly sendBeacon: ((address: string, body: string) => boolean) | undefined;
  readonly isOnline: () => boolean;
  readonly addressOf: (endpoint: LogEndpoint) => string;
  readonly context: () => object;
  readonly now: () => number;
}

/**
 * Sends events while a page unloads. Only main can: workers have no beacon, and their requests end with them,
 * `keepalive` or not. Text needs no preflight. Returns the lines that the browser accepted. They stay in the journal,
 * because accepted beacons may not arrive, and the provider drops repeats.
 */
export function sendUnloadBeacons(lines: readonly string[], options: UnloadBeaconOptions): readonly string[] {
  const { sendBeacon, isOnline, addressOf } = options;
  const taken: string[] = [];
  if (sendBeacon === undefined || !isOnline()) return taken;
  for (const endpoint of ['log_event', 'video_stats'] as const) {
    const own = lines.filter((line) => endpointOfEvent(nameIn(line)) === endpoint);
    for (const chunk of chunks(own, options)) {
      // The browser has a budget for all beacons together: after one refusal further beacons would be refused, too.
      if (!sendBeacon(addressOf(endpoint), chunk.body)) return taken;
      taken.push(...chunk.lines);
    }
  }
  return taken;
}

/** Name of an event: it comes before the payload, so the first match is the right one. */
function nameIn(line: string): string {
  return /"name":"(\w+)"/.exec(line)?.[1] ?? '';
}

interface Chunk {
  readonly lines: readonly string[];
  readonly body: string;
}

function* chunks(lines: readonly string[], { context, now }: UnloadBeaconOptions): Generator<Chunk> {
  const start = `{"context":${JSON.stringify(context())},"requestTimeMs":${now()},"events":[`;
  const makeChunk = (chunk: readonly string[]): Chunk => ({ lines: chunk, body: `${start}${chunk.join(',')}]}` });
  const emptyBytes = encodedBytes(start) + 2;
  let chunk: string[] = [];
  let bytes = emptyBytes;
  for (const line of lines) {
    const lineBytes = encodedBytes(line) + 1;
    if (emptyBytes + lineBytes > BEACON_CHUNK_MAX_BYTES) continue;
    if (bytes + lineBytes > BEACON_CHUNK_MAX_BYTES || chunk.length === BATCH_MAX_EVENTS) {
      yield makeChunk(chunk);
      chunk = [];
      bytes = emptyBytes;
    }
    chunk.push(line);
    bytes += lineBytes;
  }
  if (chunk.length > 0) yield makeChunk(chunk);
}

/** Bytes of a text in UTF-8: the browser counts its budget after encoding, and a character outside ASCII has up to three bytes. */
function encodedBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
