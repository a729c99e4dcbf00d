import type { ViewDirection } from '../../protocol/media/spherical.ts';

export type Vector = readonly [x: number, y: number, z: number];

/** The camera in the coordinates of the video: x to the right, y up, and -z at the centre of the picture. */
export interface ViewAxes {
  readonly right: Vector;
  readonly up: Vector;
  readonly ahead: Vector;
}

export function viewAxes({ yaw, pitch, roll }: ViewDirection): ViewAxes {
  const [sinYaw, cosYaw] = sinCos(yaw);
  const [sinPitch, cosPitch] = sinCos(pitch);
  const [sinRoll, cosRoll] = sinCos(roll);
  const level: Vector = [cosYaw, 0, -sinYaw];
  const upright: Vector = [sinYaw * sinPitch, cosPitch, cosYaw * sinPitch];
  return {
    right: blend(level, cosRoll, upright, -sinRoll),
    up: blend(level, sinRoll, upright, cosRoll),
    ahead: [-sinYaw * cosPitch, sinPitch, -cosYaw * cosPitch],
  };
}

/** Half the width and height of the view on a plane at distance 1. */
export function viewExtent(fovDegrees: number, width: number, height: number): readonly [x: number, y: number] {
  const long = Math.tan((fovDegrees * Math.PI) / 360);
  return width >= height ? [long, (long * height) / width] : [(long * width) / height, long];
}

function sinCos(degrees: number): readonly [sin: number, cos: number] {
  const radians = (degrees * Math.PI) / 180;
  return [Math.sin(radians), Math.cos(radians)];
}

function blend(one: Vector, share: number, other: Vector, otherShare: number): Vector {
  return [
    one[0] * share + other[0] * otherShare,
    one[1] * share + other[1] * otherShare,
    one[2] * share + other[2] * otherShare,
  ];
}
