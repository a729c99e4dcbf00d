import type { ViewDirection } from '../../../../protocol/media/spherical.ts';

/** Degrees, as in `deviceorientation`: rotations about the axes z, x and y of the device, applied in this order. */
export interface DeviceAngles {
  readonly alpha: number;
  readonly beta: number;
  readonly gamma: number;
}

/**
 * The viewing direction through the back of a device held this way. `screenDegrees`: rotation of the page on the device
 * (`screen.orientation.angle`).
 */
export function deviceDirection(
  { alpha, beta, gamma }: DeviceAngles,
  screenDegrees: number,
): Pick<ViewDirection, 'yaw' | 'pitch' | 'roll'> {
  const [sinA, cosA] = sinCos(alpha);
  const [sinB, cosB] = sinCos(beta);
  const [sinG, cosG] = sinCos(gamma);
  const [sinS, cosS] = sinCos(screenDegrees);
  // The device's axes in the world, where x is east, y north and z up.
  const deviceRight = [cosA * cosG - sinA * sinB * sinG, sinA * cosG + cosA * sinB * sinG, -cosB * sinG] as const;
  const deviceUp = [-sinA * cosB, cosA * cosB, sinB] as const;
  const east = -(cosA * sinG + sinA * sinB * cosG);
  const north = -(sinA * sinG - cosA * sinB * cosG);
  const height = -(cosB * cosG);
  // How far the right and the upper edge of the page, which is rotated on the device, rise.
  const rightRises = deviceRight[2] * cosS - deviceUp[2] * sinS;
  const upRises = deviceRight[2] * sinS + deviceUp[2] * cosS;
  return {
    yaw: toDegrees(Math.atan2(-east, north)),
    pitch: toDegrees(Math.asin(Math.max(-1, Math.min(1, height)))),
    roll: toDegrees(Math.atan2(-rightRises, upRises)),
  };
}

function sinCos(degrees: number): readonly [sin: number, cos: number] {
  const radians = (degrees * Math.PI) / 180;
  return [Math.sin(radians), Math.cos(radians)];
}

const toDegrees = (radians: number): number => (radians * 180) / Math.PI;
