import { SPHERICAL } from '../../../protocol/constants.ts';

export interface Device {
  readonly density: number;
  /** `navigator.deviceMemory`; absent where the browser does not say. */
  readonly memoryGigabytes: number | undefined;
}

/** Pixels to draw for a box of CSS pixels: as sharp as the screen, within what a cheap phone can fill at full rate. */
export function canvasSize(
  width: number,
  height: number,
  { density, memoryGigabytes }: Device,
): { widthPixels: number; heightPixels: number } {
  const isSmall = memoryGigabytes !== undefined && memoryGigabytes <= SPHERICAL.smallDeviceMemoryGigabytes;
  const densityMax = isSmall ? SPHERICAL.smallDeviceDensityMax : SPHERICAL.densityMax;
  const scale = Math.min(density, densityMax, Math.sqrt(SPHERICAL.pixelsMax / Math.max(1, width * height)));
  return {
    widthPixels: Math.max(1, Math.round(width * scale)),
    heightPixels: Math.max(1, Math.round(height * scale)),
  };
}
