import type { Turn } from './turn.ts';

/** Time in which the speed of a view that continues to turn after a drag falls to a third. */
export const INERTIA_MS = 180;
/** Speed at which the view stops turning, degrees a millisecond. */
const INERTIA_END_SPEED = 0.004;
/** The speed of a drag is measured over its last moments. */
export const DRAG_SPEED_WINDOW_MS = 80;

interface Move {
  readonly atMs: number;
  readonly turn: Turn;
}

/** Speed at the end of a drag, in degrees a millisecond, over its last moments; 0 if the pointer rested before it lifted. */
export function speedOf(moves: readonly Move[], nowMs: number): Turn {
  const recent = moves.filter(({ atMs }) => nowMs - atMs <= DRAG_SPEED_WINDOW_MS);
  const sum = (part: keyof Turn): number => recent.reduce((total, { turn }) => total + turn[part], 0);
  return { yaw: sum('yaw') / DRAG_SPEED_WINDOW_MS, pitch: sum('pitch') / DRAG_SPEED_WINDOW_MS };
}

/** One step of the inertia: how far the view turns, and its speed afterwards, `null` when it stops. */
export function coast(speed: Turn, elapsedMs: number): { readonly turn: Turn; readonly speed: Turn | null } {
  if (Math.hypot(speed.yaw, speed.pitch) < INERTIA_END_SPEED) return { turn: { yaw: 0, pitch: 0 }, speed: null };
  const left = Math.exp(-elapsedMs / INERTIA_MS);
  const reachMs = INERTIA_MS * (1 - left);
  return {
    turn: { yaw: speed.yaw * reachMs, pitch: speed.pitch * reachMs },
    speed: { yaw: speed.yaw * left, pitch: speed.pitch * left },
  };
}
