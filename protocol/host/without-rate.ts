import type { QualityName } from './player-info.ts';

/** The quality as hosts know it. */
export function withoutRate(name: QualityName): QualityName {
  return name.replace('_60', '') as QualityName;
}
