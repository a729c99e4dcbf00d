import type Hls from 'hls.js';
import type { CapLevelController } from 'hls.js';
import { QUALITY_NAMES, type QualityName } from '../../../protocol/host/player-info.ts';
import { sizeName, type NamedLevel } from '../../../protocol/media/level-names.ts';

type LevelCapControllerClass = typeof CapLevelController;
type StreamController = Parameters<CapLevelController['setStreamController']>[0];

/** Index of the best level that is not above this quality, or of the lowest; `undefined` where every level is allowed. */
export function bestLevelWithin(maxQuality: QualityName, levels: readonly NamedLevel[]): number | undefined {
  const limit = QUALITY_NAMES.indexOf(maxQuality);
  const isAllowed = (level: NamedLevel): boolean => QUALITY_NAMES.indexOf(sizeName(level)) <= limit;
  const allowed = levels.filter(isAllowed).length;
  return allowed === levels.length ? undefined : Math.max(0, allowed - 1);
}

export interface LevelCapOptions {
  /** Index of the best allowed level; `undefined` where every level is allowed. */
  readonly best: () => number | undefined;
  readonly boxDivisor: () => number;
  readonly isOnline: () => boolean;
  /** Receives a function that raises the limit now and keeps loaded segments, which hls.js by itself would replace by better ones. */
  readonly onRaiser: (raise: () => void) => void;
}

/** Limits the engine's own choice by the size of the player, as hls.js does, and by the best level that is allowed. */
export function levelCapController(
  Base: LevelCapControllerClass,
  { best, boxDivisor, isOnline, onRaiser }: LevelCapOptions,
): LevelCapControllerClass {
  return class extends Base {
    #keepsLoaded = false;

    constructor(hls: Hls) {
      super(hls);
      onRaiser(() => {
        this.#keepsLoaded = true;
        this.detectPlayerSize();
        this.#keepsLoaded = false;
      });
    }

    override setStreamController(controller: StreamController): void {
      const nextLevelSwitch = (): void => {
        if (!this.#keepsLoaded && isOnline()) controller.nextLevelSwitch();
      };
      super.setStreamController({ nextLevelSwitch } as StreamController);
    }

    override get contentScaleFactor(): number {
      return super.contentScaleFactor / boxDivisor();
    }

    override getMaxLevel(capLevelIndex: number): number {
      return super.getMaxLevel(Math.min(capLevelIndex, best() ?? capLevelIndex));
    }
  };
}
