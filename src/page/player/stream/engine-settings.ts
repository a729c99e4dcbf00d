import type { MediaEngine, MediaEngineState } from '../../../../protocol/media/media-engine.ts';
import { FIRST_LIMITS } from '../../../../protocol/media/loading-limits.ts';
import type { QualityName } from '../../../../protocol/host/player-info.ts';
import type { Intents } from '../intents/intents.ts';

/** Sets the wanted quality, sound and limits of an engine: once for each engine, and again when it reports its tracks. */
export class EngineSettings {
  readonly #intents: Intents;
  readonly #maySwitch: () => boolean;
  #engine: MediaEngine | null = null;
  #quality: QualityName = 'auto';
  #audioTrack: string | null = null;
  #limits = FIRST_LIMITS;
  #knownTracks = '';

  constructor({ intents, maySwitch }: { readonly intents: Intents; readonly maySwitch: () => boolean }) {
    this.#intents = intents;
    this.#maySwitch = maySwitch;
  }

  /** Forgets the settings of the previous engine: a new engine has defaults, except perhaps the quality with which it was opened. */
  useEngine(engine: MediaEngine | null): void {
    this.#engine = engine;
    this.#quality = 'auto';
    this.#audioTrack = null;
    this.#limits = FIRST_LIMITS;
    this.#knownTracks = '';
  }

  /**
   * Sends the engine the wanted settings. Without a network a new quality or audio track waits: for the change an engine empties its
   * buffer, which could still be watched. After the end the change waits until the video plays again, from any position.
   */
  apply(): void {
    const { quality, audioTrack, limits } = this.#intents.current;
    if (this.#engine === null) return;
    if (limits !== this.#limits) {
      this.#limits = limits;
      this.#engine.setLimits(limits);
    }
    this.#intents.fulfil({ limits });
    if (!this.#maySwitch()) return;
    if (quality !== this.#quality) {
      this.#quality = quality;
      this.#engine.setQuality(quality);
    }
    if (audioTrack !== null && audioTrack !== this.#audioTrack) {
      this.#audioTrack = audioTrack;
      this.#engine.setAudioTrack(audioTrack);
    }
    this.#intents.fulfil({ quality, audioTrack });
  }

  /** Sends the engine the wanted audio track again when it reports other tracks: it cannot choose a track before it knows the track. */
  follow({ audioTracks, audioTrack }: MediaEngineState): void {
    const tracks = audioTracks.map(({ id }) => id).join();
    if (tracks === this.#knownTracks) return;
    this.#knownTracks = tracks;
    this.#audioTrack = audioTrack;
    this.apply();
  }
}
