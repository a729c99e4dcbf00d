/**
 * Hand-overs of events go beside Comlink, on the same pipe and so in the same order: they are the one call that is made all
 * the time, and over Comlink each takes a proxy, a listener and a deadline of its own. `npm run bench:logging` has what one
 * costs like this. Comlink ignores what is not its own.
 */
const TAG = 'oriel.parcel';

export type ParcelMessage = readonly [tag: typeof TAG, number: number, lines: string, lostCount: number];
/** The parcel of that number is safe, or is not. */
export type ParcelAnswer = readonly [tag: typeof TAG, number: number, isSafe: boolean];

export function parcelMessage(number: number, lines: string, lostCount: number): ParcelMessage {
  return [TAG, number, lines, lostCount];
}

export function parcelAnswer(number: number, isSafe: boolean): ParcelAnswer {
  return [TAG, number, isSafe];
}

/** For whatever arrives on the pipe; both ends are ours, so the tag is all that has to be looked at. */
export function isParcel<Message extends ParcelMessage | ParcelAnswer>(data: unknown): data is Message {
  return Array.isArray(data) && data[0] === TAG;
}
