import { TICKS_PER_SECOND } from '../../../../protocol/runtime/media/transport/transport-demuxer.ts';

/** Times of MPEG-TS have 33 bits. */
export const WRAP_TICKS = 2 ** 33;

/** The time that has these bits, next to another one. */
export function timeNear(ticks: number, nearTicks: number): number {
  return ticks + Math.round((nearTicks - ticks) / WRAP_TICKS) * WRAP_TICKS;
}

/** Sound may begin so much before or after the pictures: with a larger gap hls.js fills or drops more than a start can. */
export const START_GAP_MAX_TICKS = TICKS_PER_SECOND / 2;
