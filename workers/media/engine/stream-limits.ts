import { Events, type CapLevelController, type HlsConfig, type Level } from 'hls.js';
import type Hls from 'hls.js';
import type { LoadingLimits } from '../../../protocol/media/loading-limits.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { BufferLength } from './buffer-length.ts';
import type { DroppedFrames } from './dropped-frames.ts';
import type { HlsMedia } from './hls-library.ts';
import { bestLevelWithin, levelCapController } from './level-limit.ts';

export interface StreamLimitsDependencies {
  readonly limits: LoadingLimits;
  readonly media: HlsMedia;
  readonly memoryGigabytes: number | undefined;
  readonly clock: Clock;
  readonly isOnline: () => boolean;
  /** Shared by all streams of an element. */
  readonly droppedFrames: DroppedFrames;
}

/** Holds an instance of hls.js within the limits of the viewer and of the device's speed. */
export class StreamLimits {
  readonly #dependencies: StreamLimitsDependencies;
  readonly #bufferLength: BufferLength;
  #limits: LoadingLimits;
  #hls: Hls | null = null;
  #shown: Level | null = null;
  #raiseLevel = (): void => undefined;

  constructor(dependencies: StreamLimitsDependencies) {
    this.#dependencies = dependencies;
    this.#limits = dependencies.limits;
    this.#bufferLength = new BufferLength(dependencies);
  }

  /** Configuration of the limits for hls.js; `Base` limits levels to the size of the player. */
  config(Base: typeof CapLevelController | undefined): Partial<HlsConfig> {
    if (Base === undefined) return this.#bufferLengths();
    const capLevelController = levelCapController(Base, {
      best: () => this.#bestAllowed(),
      isOnline: this.#dependencies.isOnline,
      boxDivisor: () => this.#limits.boxDivisor,
      onRaiser: (raise) => (this.#raiseLevel = raise),
    });
    return { ...this.#bufferLengths(), capLevelController };
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
    const check = (): void => {
      this.#bufferLength.check();
      Object.assign(hls.config, this.#bufferLengths());
      this.#checkFrames(hls);
    };
    media.addEventListener('timeupdate', check, { signal });
  }

  set(limits: LoadingLimits): void {
    this.#limits = limits;
    if (this.#hls === null) return;
    Object.assign(this.#hls.config, this.#bufferLengths());
    this.#limitLevel(this.#hls);
    this.#raiseLevel();
  }

  /** Avoids a level whose decoder fails, for a lower level. Returns `false` if this is the lowest level. */
  leaveLevel(level: number): boolean {
    const { droppedFrames, clock } = this.#dependencies;
    const hls = this.#hls;
    if (hls === null || level < 1) return false;
    droppedFrames.avoid(level, clock.monotonicNow());
    this.#limitLevel(hls);
    if (!hls.autoLevelEnabled) hls.loadLevel = level - 1;
    return true;
  }

  #bufferLengths(): Partial<HlsConfig> {
    const rates = { network: this.#hls?.bandwidthEstimate ?? 0, level: this.#shown?.bitrate };
    const { ahead, behind } = this.#bufferLength.seconds(this.#limits.aheadSeconds, rates);
    // hls.js loads up to `maxMaxBufferLength` if it fits into 60 MB.
    return { maxBufferLength: ahead, maxMaxBufferLength: ahead, backBufferLength: behind };
  }

  #bestAllowed(): number | undefined {
    const { droppedFrames, clock } = this.#dependencies;
    const within = bestLevelWithin(this.#limits.maxQuality, this.#hls?.levels ?? []);
    const shown = droppedFrames.bestLevel(clock.monotonicNow());
    return within === undefined || shown === undefined ? (within ?? shown) : Math.min(within, shown);
  }

  /** Leaves a level that the device cannot show in time at once, with its loaded segments, unless the viewer chose it. */
  #checkFrames(hls: Hls): void {
    const { media, droppedFrames, clock, isOnline } = this.#dependencies;
    const level = hls.levels.indexOf(this.#shown as Level);
    const isAvoided = droppedFrames.check(media.getVideoPlaybackQuality(), level, clock.monotonicNow());
    if (!isAvoided || !hls.autoLevelEnabled) return;
    this.#limitLevel(hls);
    if (isOnline()) hls.nextLevel = -1;
  }

  /** Lowers the limit of the player's size now; hls.js would check it within a second, but not without a size. */
  #limitLevel(hls: Hls): void {
    const { autoLevelCapping, config, levels } = hls;
    const best = this.#bestAllowed();
    if (!config.capLevelToPlayerSize) hls.autoLevelCapping = best ?? -1;
    else if (best !== undefined && best < (autoLevelCapping < 0 ? levels.length : autoLevelCapping))
      hls.autoLevelCapping = best;
  }
}
