export interface Piece {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Time that pieces cover; where they overlap each moment counts once. */
export function unionMs(pieces: readonly Piece[]): number {
  let coveredMs = 0;
  let toMs = Number.NEGATIVE_INFINITY;
  for (const piece of [...pieces].sort((one, other) => one.fromMs - other.fromMs)) {
    coveredMs += Math.max(0, piece.toMs - Math.max(piece.fromMs, toMs));
    toMs = Math.max(toMs, piece.toMs);
  }
  return coveredMs;
}
