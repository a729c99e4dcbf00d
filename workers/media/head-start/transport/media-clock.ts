import { TICKS_PER_SECOND } from '../../../../protocol/runtime/media/transport/transport-demuxer.ts';

/** Times of MPEG-TS have 33 bits. */
export const WRAP_TICKS = 2 ** 33;

/** Unwraps a timestamp of 33 bits to the value nearest to `nearTicks`. */
export function timeNear(ticks: number, nearTicks: number): number {
  return ticks + Math.round((nearTicks - ticks) / WRAP_TICKS) * WRAP_TICKS;
}

/** Largest gap between the starts of sound and pictures: hls.js pads or trims the sound of a larger gap, which the head start cannot. */
export const START_GAP_MAX_TICKS = TICKS_PER_SECOND / 2;
