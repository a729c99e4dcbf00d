/**
 * Approximate bytes of a row with its index entries, for admission before storage. The database counts exactly, by its own triggers
 * (`database/held-rows-migration.ts`).
 */
export const ROW_BYTES = {
  /** Without its payload. */
  event: 500,
  viewerRow: 250,
  /** Without its texts. */
  errorReport: 160,
  viewingSession: 250,
  proof: 150,
} as const;

export function textBytes(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
