import type { ViewDirection } from '../../../protocol/media/spherical.ts';
import { FOV_DEGREES } from '../../../protocol/media/spherical.ts';

/** Turn by one press of a key, at the usual field of view. */
export const KEY_TURN_DEGREES = 5;

export interface Turn {
  readonly yaw: number;
  readonly pitch: number;
}

/**
 * Turn of the view for a drag by some CSS pixels: in the middle of the picture, the point under the pointer stays under it.
 * `longEdge`: of the player, CSS pixels.
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

/** Turn of the view for a key, which turns less in a narrow field of view. */
export function turnOfKey(left: number, up: number, { fov }: ViewDirection): Turn {
  const degrees = (KEY_TURN_DEGREES * fov) / FOV_DEGREES;
  return { yaw: left * degrees, pitch: up * degrees };
}
