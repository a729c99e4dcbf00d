import { MEDIA } from './constants.ts';
import type { QualityName } from './player-info.ts';

/**
 * The name of a picture size: by its short side, corrected to 16:9 for wide films, with a tolerance downward so that
 * 854×476 is still `large`.
 */
export function qualityName(widthPixels: number, heightPixels: number): QualityName {
  if (widthPixels <= 0 || heightPixels <= 0) return 'unknown';
  const shortSide = Math.min(widthPixels, heightPixels);
  const longSide = Math.max(widthPixels, heightPixels);
  const pixels = Math.max(shortSide, Math.round((longSide * 9) / 16));
  const floors = Object.entries(MEDIA.qualityFloorsPixels) as [keyof typeof MEDIA.qualityFloorsPixels, number][];
  const found = floors.find(([name, floor]) => pixels >= floor * (name === 'highres' ? 1 : 1 - MEDIA.qualityTolerance));
  return found?.[0] ?? 'tiny';
}
