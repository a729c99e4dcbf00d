import { Events, type CapLevelController, type HlsConfig, type Level } from 'hls.js';
import type Hls from 'hls.js';
import type { LoadingLimits } from '../../../protocol/media/loading-limits.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { DroppedFrames } from './dropped-frames.ts';
import type { HlsMedia } from './hls-library.ts';
import { bestLevelWithin, levelCapController } from './level-limit.ts';

export interface StreamLimitsDependencies {
  readonly limits: LoadingLimits;
  readonly media: HlsMedia;
  readonly clock: Clock;
  /** Shared by all streams of an element. */
  readonly droppedFrames: DroppedFrames;
}

/** hls.js loads the second of these where 60 MB have room for it. */
function bufferLengths({ aheadSeconds }: LoadingLimits): Partial<HlsConfig> {
  return { maxBufferLength: aheadSeconds, maxMaxBufferLength: aheadSeconds };
}

/** Holds an instance of hls.js within the limits of the viewer and of what the device shows in time. */
export class StreamLimits {
  readonly #dependencies: StreamLimitsDependencies;
  #limits: LoadingLimits;
  #hls: Hls | null = null;
  #shown: Level | null = null;

  constructor(dependencies: StreamLimitsDependencies) {
    this.#dependencies = dependencies;
    this.#limits = dependencies.limits;
  }

  /** The part of the instance's configuration; `Base` limits levels to the size of the player. */
  config(Base: typeof CapLevelController | undefined): Partial<HlsConfig> {
    const byLimit = Base && { capLevelController: levelCapController(Base, () => this.#bestAllowed()) };
    return { ...bufferLengths(this.#limits), ...byLimit };
  }

  follow(hls: Hls, signal: AbortSignal): void {
    const { media, droppedFrames } = this.#dependencies;
    this.#hls = hls;
    hls.on(Events.MANIFEST_PARSED, () => this.#limitLevel(hls));
    hls.on(Events.LEVEL_SWITCHED, (_, { level }) => {
      this.#shown = hls.levels[level] ?? null;
    });
    const interrupt = (): void => droppedFrames.interrupt();
    for (const type of ['seeking', 'pause', 'waiting']) media.addEventListener(type, interrupt, { signal });
    media.addEventListener('timeupdate', () => this.#lookAtFrames(hls), { signal });
  }

  set(limits: LoadingLimits): void {
    this.#limits = limits;
    if (this.#hls === null) return;
    Object.assign(this.#hls.config, bufferLengths(limits));
    this.#limitLevel(this.#hls);
  }

  #bestAllowed(): number | undefined {
    const { droppedFrames, clock } = this.#dependencies;
    const within = bestLevelWithin(this.#limits.maxQuality, this.#hls?.levels ?? []);
    const shown = droppedFrames.bestLevel(clock.monotonicNow());
    return within === undefined || shown === undefined ? (within ?? shown) : Math.min(within, shown);
  }

  /** A level that the device cannot show in time is left at once, with what is loaded of it, unless the viewer chose it. */
  #lookAtFrames(hls: Hls): void {
    const { media, droppedFrames, clock } = this.#dependencies;
    const level = hls.levels.indexOf(this.#shown as Level);
    const isAvoided = droppedFrames.look(media.getVideoPlaybackQuality(), level, clock.monotonicNow());
    if (!isAvoided || !hls.autoLevelEnabled) return;
    this.#limitLevel(hls);
    hls.nextLevel = -1;
  }

  /** Lowers the limit of the player's size now; hls.js looks for itself within a second, but not where it has no size. */
  #limitLevel(hls: Hls): void {
    const { autoLevelCapping, config, levels } = hls;
    const best = this.#bestAllowed();
    if (!config.capLevelToPlayerSize) hls.autoLevelCapping = best ?? -1;
    else if (best !== undefined && best < (autoLevelCapping < 0 ? levels.length : autoLevelCapping))
      hls.autoLevelCapping = best;
  }
}
