import type { SizeName } from '../host/player-info.ts';

/** Minimum length of the short side for each quality name, highest first. */
const QUALITY_FLOORS_PIXELS = {
  highres: 2_881,
  hd2160: 2_160,
  hd1440: 1_440,
  hd1080: 1_080,
  hd720: 720,
  large: 480,
  medium: 360,
  small: 240,
  tiny: 0,
} as const;
/** A picture whose short side is up to this share below a floor still has the floor's name: 854×476 is `large`. */
const QUALITY_TOLERANCE = 0.1;

/**
 * The name of a picture size: by its short side, with a downward tolerance. A picture with an unusual short side counts as cropped from
 * 16:9 and has that size's name: 1920×800 is `hd1080`.
 */
export function qualityName(widthPixels: number, heightPixels: number): SizeName | 'unknown' {
  if (widthPixels <= 0 || heightPixels <= 0) return 'unknown';
  const shortSide = Math.min(widthPixels, heightPixels);
  const longSide = Math.max(widthPixels, heightPixels);
  const floors = Object.entries(QUALITY_FLOORS_PIXELS) as [keyof typeof QUALITY_FLOORS_PIXELS, number][];
  const isUsual = floors.some(([, floor]) => floor === shortSide);
  const pixels = isUsual ? shortSide : Math.max(shortSide, Math.round((longSide * 9) / 16));
  const found = floors.find(([name, floor]) => pixels >= floor * (name === 'highres' ? 1 : 1 - QUALITY_TOLERANCE));
  return found?.[0] ?? 'tiny';
}
