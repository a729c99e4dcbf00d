/**
 * Batches of lines bypass Comlink, on the same port and so in the same order. They are the most frequent call: over
 * Comlink each needs a proxy, a listener and a deadline, and each has its own response, whereas these are acknowledged
 * together. At 10 events a frame it costs main 22 instead of 28 µs an event, in bursts 12 instead of 14 (`npm run
 * bench:logging` with `--against` another checkout). Comlink ignores messages of other shapes.
 */
const TAG = 'oriel.line-batch';

export type LineBatchMessage = readonly [tag: typeof TAG, number: number, lines: string, lostCount: number];
/** Acknowledges batches by number. `isSafe`: the service has taken over their events, so main can forget them. */
export type LineBatchResponse = readonly [tag: typeof TAG, numbers: readonly number[], isSafe: boolean];

export function lineBatchMessage(number: number, lines: string, lostCount: number): LineBatchMessage {
  return [TAG, number, lines, lostCount];
}

export function lineBatchResponse(numbers: readonly number[], isSafe: boolean): LineBatchResponse {
  return [TAG, numbers, isSafe];
}

/** Checks only the tag: both ends of the port are code of the player. */
export function isLineBatchMessage<Message extends LineBatchMessage | LineBatchResponse>(
  data: unknown,
): data is Message {
  return Array.isArray(data) && data[0] === TAG;
}
