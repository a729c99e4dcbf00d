export type Direction = 'left' | 'right' | 'up' | 'down';

/** Edges of a control on the screen, CSS pixels. */
export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/** Edges of a box relative to a direction: `near` and `far` grow in the direction, `start` and `end` lie across it. */
interface Seen {
  readonly near: number;
  readonly far: number;
  readonly start: number;
  readonly end: number;
}

/** Distance across the direction counts double, so that moves along a row or column precede slanting moves. */
const ASIDE_WEIGHT = 2;

/**
 * Index of the next box in a direction, -1 without one. Boxes that share the row, or the column, of the present box precede all
 * others; of equally near boxes, the box with the nearest middle is chosen.
 */
export function nextInDirection(from: Box, boxes: readonly Box[], direction: Direction): number {
  const present = SEEN[direction](from);
  let best = -1;
  let bestRank: readonly number[] = [];
  for (const [index, box] of boxes.entries()) {
    const seen = SEEN[direction](box);
    if (!isBeyond(present, seen)) continue;
    const rank = rankOf(present, seen);
    if (best >= 0 && !isLess(rank, bestRank)) continue;
    best = index;
    bestRank = rank;
  }
  return best;
}

const SEEN: Readonly<Record<Direction, (box: Box) => Seen>> = {
  right: ({ left, top, right, bottom }) => ({ near: left, far: right, start: top, end: bottom }),
  left: ({ left, top, right, bottom }) => ({ near: -right, far: -left, start: top, end: bottom }),
  down: ({ left, top, right, bottom }) => ({ near: top, far: bottom, start: left, end: right }),
  up: ({ left, top, right, bottom }) => ({ near: -bottom, far: -top, start: left, end: right }),
};

/** Whether a box lies in the direction. Neighbours may overlap, since pressable areas are larger than the drawn controls. */
function isBeyond(present: Seen, seen: Seen): boolean {
  const tolerated = Math.min(present.far - present.near, seen.far - seen.near) / 2;
  return seen.near >= present.far - tolerated && seen.far > present.far;
}

function rankOf(present: Seen, seen: Seen): readonly number[] {
  const ahead = Math.max(0, seen.near - present.far);
  const aside = Math.max(0, seen.start - present.end, present.start - seen.end);
  const fromMiddle = Math.abs((seen.start + seen.end - present.start - present.end) / 2);
  return [aside > 0 ? 1 : 0, ahead + aside * ASIDE_WEIGHT, fromMiddle];
}

/** Compares the first numbers that differ. */
function isLess(left: readonly number[], right: readonly number[]): boolean {
  const index = left.findIndex((value, place) => value !== right[place]);
  return index >= 0 && (left[index] ?? 0) < (right[index] ?? 0);
}
