/** Upper limits of the canvas: screen density, less on devices with little memory, and pixels in total. */
const DENSITY_MAX = 2;
const SMALL_DEVICE_DENSITY_MAX = 1;
const SMALL_DEVICE_MEMORY_GIGABYTES = 2;
const PIXELS_MAX = 2_073_600;

export interface Device {
  readonly density: number;
  /** `navigator.deviceMemory`; absent if the browser does not report it. */
  readonly memoryGigabytes: number | undefined;
}

/** Canvas pixels for a box of CSS pixels: as sharp as the screen, within the full-rate fill limit of a cheap phone. */
export function canvasSize(
  width: number,
  height: number,
  { density, memoryGigabytes }: Device,
): { widthPixels: number; heightPixels: number } {
  const isSmall = memoryGigabytes !== undefined && memoryGigabytes <= SMALL_DEVICE_MEMORY_GIGABYTES;
  const densityMax = isSmall ? SMALL_DEVICE_DENSITY_MAX : DENSITY_MAX;
  const scale = Math.min(density, densityMax, Math.sqrt(PIXELS_MAX / Math.max(1, width * height)));
  return {
    widthPixels: Math.max(1, Math.round(width * scale)),
    heightPixels: Math.max(1, Math.round(height * scale)),
  };
}
