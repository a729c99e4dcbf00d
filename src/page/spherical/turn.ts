import type { ViewDirection } from '../../../protocol/media/spherical.ts';
import { FOV_DEGREES } from '../../../protocol/media/spherical.ts';

/** One press of a key, at the usual field of view. */
export const KEY_TURN_DEGREES = 5;

export interface Turn {
  readonly yaw: number;
  readonly pitch: number;
}

/**
 * How far the view turns when the picture is dragged by so many CSS pixels: the point under the pointer in the middle
 * stays under it. `longEdge`: of the player, CSS pixels.
 */
export function turnOfDrag(right: number, down: number, { fov, roll }: ViewDirection, longEdge: number): Turn {
  const edge = Math.tan((fov * Math.PI) / 360);
  const degreesPerPixel = ((2 * edge) / Math.max(1, longEdge)) * (180 / Math.PI);
  const radians = (roll * Math.PI) / 180;
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  return {
    yaw: (right * cos - down * sin) * degreesPerPixel,
    pitch: (right * sin + down * cos) * degreesPerPixel,
  };
}

/** A key turns less if the field of view is narrow. */
export function turnOfKey(left: number, up: number, { fov }: ViewDirection): Turn {
  const degrees = (KEY_TURN_DEGREES * fov) / FOV_DEGREES;
  return { yaw: left * degrees, pitch: up * degrees };
}
