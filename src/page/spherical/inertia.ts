import { SPHERICAL } from '../../../protocol/constants.ts';
import type { Turn } from './turn.ts';

interface Move {
  readonly atMs: number;
  readonly turn: Turn;
}

/** Degrees a millisecond at the end of a drag, from its last moments; a pointer that rested before it lifted has none. */
export function speedOf(moves: readonly Move[], nowMs: number): Turn {
  const recent = moves.filter(({ atMs }) => nowMs - atMs <= SPHERICAL.dragSpeedWindowMs);
  const sum = (part: keyof Turn): number => recent.reduce((total, { turn }) => total + turn[part], 0);
  return { yaw: sum('yaw') / SPHERICAL.dragSpeedWindowMs, pitch: sum('pitch') / SPHERICAL.dragSpeedWindowMs };
}

/** One step of a view that goes on by itself: how far it turns, and its speed afterwards, `null` when it stands. */
export function coast(speed: Turn, elapsedMs: number): { readonly turn: Turn; readonly speed: Turn | null } {
  if (Math.hypot(speed.yaw, speed.pitch) < SPHERICAL.inertiaEndSpeed)
    return { turn: { yaw: 0, pitch: 0 }, speed: null };
  const left = Math.exp(-elapsedMs / SPHERICAL.inertiaMs);
  const reachMs = SPHERICAL.inertiaMs * (1 - left);
  return {
    turn: { yaw: speed.yaw * reachMs, pitch: speed.pitch * reachMs },
    speed: { yaw: speed.yaw * left, pitch: speed.pitch * left },
  };
}
