export const PACKET_BYTES = 188;
export const SYNC_BYTE = 0x47;

/** Whether bytes look like the beginning of MPEG-TS: two packets begin where they should. */
export function isTransport(bytes: Uint8Array): boolean {
  return bytes[0] === SYNC_BYTE && bytes[PACKET_BYTES] === SYNC_BYTE;
}
