import type { CapLevelController } from 'hls.js';
import { QUALITY_NAMES, type QualityName } from '../../../protocol/host/player-info.ts';
import { levelName, type NamedLevel } from './level-names.ts';

type LevelCapControllerClass = typeof CapLevelController;

/** Index of the best level that is not above this quality, or of the lowest; `undefined` where every level is allowed. */
export function bestLevelWithin(maxQuality: QualityName, levels: readonly NamedLevel[]): number | undefined {
  const limit = QUALITY_NAMES.indexOf(maxQuality);
  const isAllowed = (level: NamedLevel): boolean => QUALITY_NAMES.indexOf(levelName(level)) <= limit;
  const allowed = levels.filter(isAllowed).length;
  return allowed === levels.length ? undefined : Math.max(0, allowed - 1);
}

/** Limits the engine's own choice by the size of the player, as hls.js does, and by `best`, where it returns an index. */
export function levelCapController(
  Base: LevelCapControllerClass,
  best: () => number | undefined,
): LevelCapControllerClass {
  return class extends Base {
    override getMaxLevel(capLevelIndex: number): number {
      return super.getMaxLevel(Math.min(capLevelIndex, best() ?? capLevelIndex));
    }
  };
}
