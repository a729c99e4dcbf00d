import { Events } from 'hls.js';
import type Hls from 'hls.js';
import type { QualityName } from '../../../protocol/host/player-info.ts';
import { bestLevelNamed } from '../../../protocol/media/level-names.ts';
import { preferBetterCodec, type PreferCodecDependencies } from './prefer-codec.ts';

export interface StreamQualityDependencies {
  readonly hls: Hls;
  readonly quality: QualityName;
  readonly capabilities: PreferCodecDependencies['capabilities'];
  readonly onCodec: () => void;
}

/** The quality that the viewer chose, applied once the levels are known, in the codec that the device shows best. */
export class StreamQuality {
  readonly #hls: Hls;
  #quality: QualityName;
  /** First characters of the codec in which the stream is loaded; empty if it has only one codec. */
  codec = '';

  constructor({ hls, quality, capabilities, onCodec }: StreamQualityDependencies, signal: AbortSignal) {
    this.#hls = hls;
    this.#quality = quality;
    const onPreferred = (codec: string): void => {
      this.codec = codec;
      this.#choose();
      onCodec();
    };
    preferBetterCodec({ hls, capabilities, onPreferred }, signal);
    hls.on(Events.MANIFEST_PARSED, () => this.#choose());
  }

  set(quality: QualityName): void {
    this.#quality = quality;
    this.#choose();
  }

  /** Applies the quality. `nextLevel` keeps the segment on screen, and drops other buffered segments. */
  #choose(): void {
    const hls = this.#hls;
    const level = bestLevelNamed(this.#quality, hls.levels, this.codec);
    const chosen = hls.manualLevel;
    if (level < 0 && chosen < 0) return;
    if (level < 0) hls.loadLevel = -1;
    // Loaded segments have cost data: the automatic quality replaces them only by a better level.
    if (level >= 0 || hls.nextAutoLevel > chosen) hls.nextLevel = level;
  }
}
