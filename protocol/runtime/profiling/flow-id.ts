/**
 * The number of a call, the same on both of its threads: 32 bits of the id (four random numbers in hexadecimal) that Comlink writes
 * into the call's request and response. Never 0, which means no flow.
 */
export function flowOfCall(messageId: string): number {
  return Number.parseInt(messageId, 16) >>> 0 || 1;
}
