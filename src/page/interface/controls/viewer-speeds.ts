/**
 * Speeds of the viewer's own controls. Their range is wider and finer than `PLAYBACK_RATES`, the list from which hosts build their menus.
 */
export const SLOWEST_SPEED = 0.25;
export const FASTEST_SPEED = 3;
export const SPEED_STEP = 0.05;
/** Keys go from one usual speed to the next. */
const KEY_STEP = 0.25;

const STEPS_PER_UNIT = 20;

/** The nearest step of the slider, within its ends. Sums of 0.05 are not exact, and hosts set any speed. */
export function nearestSpeed(rate: number): number {
  const nearest = Math.round(rate * STEPS_PER_UNIT) / STEPS_PER_UNIT;
  return Math.min(FASTEST_SPEED, Math.max(SLOWEST_SPEED, nearest));
}

/** The next usual speed; `undefined` beyond the last one. */
export function nextUsualSpeed(rate: number, direction: 1 | -1): number | undefined {
  const steps = rate / KEY_STEP;
  const next = (direction === 1 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1) * KEY_STEP;
  if (direction === 1) return next > FASTEST_SPEED ? undefined : Math.max(next, SLOWEST_SPEED);
  return next < SLOWEST_SPEED ? undefined : Math.min(next, FASTEST_SPEED);
}
