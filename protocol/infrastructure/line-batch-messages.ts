/**
 * Batches of events go beside Comlink, on the same pipe and so in the same order: they are the one call that is made all
 * the time, over Comlink each takes a proxy, a listener and a deadline of its own, and each is answered apart, where these
 * are answered together. At 10 events in every frame it is 22 instead of 28 µs of main for an event, in bursts 12 instead of
 * 14 (`npm run bench:logging` with `--against` another checkout). Comlink ignores what is not its own.
 */
const TAG = 'oriel.line-batch';

export type LineBatchMessage = readonly [tag: typeof TAG, number: number, lines: string, lostCount: number];
/** The batches of those numbers are safe, or are not. */
export type LineBatchResponse = readonly [tag: typeof TAG, numbers: readonly number[], isSafe: boolean];

export function lineBatchMessage(number: number, lines: string, lostCount: number): LineBatchMessage {
  return [TAG, number, lines, lostCount];
}

export function lineBatchResponse(numbers: readonly number[], isSafe: boolean): LineBatchResponse {
  return [TAG, numbers, isSafe];
}

/** For whatever arrives on the pipe; both ends are ours, so the tag is all that has to be looked at. */
export function isLineBatchMessage<Message extends LineBatchMessage | LineBatchResponse>(
  data: unknown,
): data is Message {
  return Array.isArray(data) && data[0] === TAG;
}
