/**
 * The number of a call on both of its threads: 32 bits of the id that Comlink writes into both of its messages, four random
 * numbers as hexadecimal. Not 0, which is no flow.
 */
export function flowOfCall(messageId: string): number {
  return Number.parseInt(messageId, 16) >>> 0 || 1;
}
