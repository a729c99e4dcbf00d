import { LOGGING, STORAGE } from '../../../../protocol/constants.ts';
import { endpointOfEvent } from '../../../../protocol/event-tiers.ts';
import type { LogEndpoint } from '../../../../protocol/records.ts';

export interface LastBreathOptions {
  readonly sendBeacon: ((address: string, body: string) => boolean) | undefined;
  readonly isOnline: () => boolean;
  readonly addressOf: (endpoint: LogEndpoint) => string;
  readonly context: () => object;
  readonly now: () => number;
}

/**
 * Sends events as a page goes away: only main can, and only by beacon (design.md 4). A beacon of text needs no preflight.
 * What is refused stays in the journal, and what was taken may come again from there: the provider drops repeats.
 */
export function sendLastBreath(lines: readonly string[], options: LastBreathOptions): void {
  const { sendBeacon, isOnline, addressOf } = options;
  if (sendBeacon === undefined || !isOnline()) return;
  for (const endpoint of ['log_event', 'video_stats'] as const) {
    const own = lines.filter((line) => endpointOfEvent(nameIn(line)) === endpoint);
    for (const body of bodies(own, options)) {
      if (!sendBeacon(addressOf(endpoint), body)) return;
    }
  }
}

/** The name stands before the payload, so the first one found is the event's own. */
function nameIn(line: string): string {
  return /"name":"(\w+)"/.exec(line)?.[1] ?? '';
}

function* bodies(lines: readonly string[], { context, now }: LastBreathOptions): Generator<string> {
  const start = `{"context":${JSON.stringify(context())},"requestTimeMs":${now()},"events":[`;
  let chunk: string[] = [];
  // Bytes, not characters: the budget is counted after encoding, and a character outside ASCII takes up to three.
  const encodedBytes = (text: string): number => new TextEncoder().encode(text).length;
  const startBytes = encodedBytes(start) + 2;
  let bytes = startBytes;
  for (const line of lines) {
    const lineBytes = encodedBytes(line) + 1;
    if (startBytes + lineBytes > STORAGE.beaconChunkMaxBytes) continue;
    if (bytes + lineBytes > STORAGE.beaconChunkMaxBytes || chunk.length === LOGGING.batchMaxEvents) {
      yield `${start}${chunk.join(',')}]}`;
      chunk = [];
      bytes = startBytes;
    }
    chunk.push(line);
    bytes += lineBytes;
  }
  if (chunk.length > 0) yield `${start}${chunk.join(',')}]}`;
}
