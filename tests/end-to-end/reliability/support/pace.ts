export interface Pace {
  readonly roundTripMs: number;
  readonly bytesPerSecond: number;
}

type Direction = (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

/** The simulated bandwidth of a slow connection. */
export interface Pacing {
  readonly up: Direction;
  readonly down: Direction;
}

/** A whole chunk of a server would arrive late and all at once. */
const PACKET_BYTES = 1_460;
/** Timers fire late by up to this much, which would reduce the bandwidth by a tenth. */
const TIMER_LAG_MS = 4;

/** All connections share the bandwidth. Requests are small, so only the responses are delayed. */
export function startPacing({ roundTripMs, bytesPerSecond }: Pace): Pacing {
  let freeAtMs = 0;
  const passes = (packet: Buffer): Promise<void> => {
    const nowMs = performance.now();
    freeAtMs = Math.max(freeAtMs, nowMs - TIMER_LAG_MS) + (packet.length / bytesPerSecond) * 1_000;
    return sleep(freeAtMs - nowMs);
  };
  return {
    async *up(chunks) {
      for await (const chunk of chunks) {
        await sleep(roundTripMs);
        yield chunk;
      }
    },
    async *down(chunks) {
      for await (const chunk of chunks)
        for (let start = 0; start < chunk.length; start += PACKET_BYTES) {
          const packet = chunk.subarray(start, start + PACKET_BYTES);
          await passes(packet);
          yield packet;
        }
    },
  };
}

function sleep(delayMs: number): Promise<void> {
  return delayMs > 0 ? new Promise((resolve) => setTimeout(resolve, delayMs)) : Promise.resolve();
}
