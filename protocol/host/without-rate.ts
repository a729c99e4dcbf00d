import type { QualityName } from './player-info.ts';

/** Name of a quality for hosts, which receive no `_60`. */
export function withoutRate(name: QualityName): QualityName {
  return name.replace('_60', '') as QualityName;
}
