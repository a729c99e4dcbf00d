export interface Piece {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The parts of `pieces` between `fromMs` and `toMs`. */
export function clipped(pieces: readonly Piece[], fromMs: number, toMs: number): Piece[] {
  return pieces.flatMap((piece) => {
    const within = { fromMs: Math.max(piece.fromMs, fromMs), toMs: Math.min(piece.toMs, toMs) };
    return within.toMs > within.fromMs ? [within] : [];
  });
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
