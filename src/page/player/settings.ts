import type { QualityName, SphericalProperties } from '../../../protocol/player-info.ts';
import { normalDirection } from '../../../protocol/spherical.ts';
import type { PlayerParts } from './player-parts.ts';

export interface SettingsDependencies extends PlayerParts {
  /** Looks at what has become of a change. */
  readonly observeSound: () => void;
  readonly observeRate: () => void;
}

/** How the video is heard, seen and played. */
export class Settings {
  readonly #parts: SettingsDependencies;
  readonly observeSound: () => void;

  constructor(parts: SettingsDependencies) {
    this.#parts = parts;
    this.observeSound = parts.observeSound;
  }

  /** 0 to 100. */
  setVolume(volume: number, askedAtMs?: number): void {
    const { intents, element } = this.#parts;
    intents.ask({ volume: volume / 100 }, askedAtMs);
    element.volume = intents.current.volume;
    this.observeSound();
  }

  setMuted(muted: boolean, askedAtMs?: number): void {
    const { intents, element, model } = this.#parts;
    intents.ask({ muted }, askedAtMs);
    element.muted = intents.current.muted;
    this.observeSound();
    if (!element.muted) model.update({ autoplayBlocked: false });
  }

  /** A new source takes the default. */
  setPlaybackRate(rate: number, askedAtMs?: number): void {
    const { intents, element } = this.#parts;
    intents.ask({ rate }, askedAtMs);
    element.defaultPlaybackRate = intents.current.rate;
    element.playbackRate = intents.current.rate;
    this.#parts.observeRate();
  }

  /** Unknown names were never an error (host-api 2.3); one that is not on offer means automatic. */
  setQuality(name: string, askedAtMs?: number): void {
    const { intents, model, stream } = this.#parts;
    const quality: QualityName = model.snapshot.qualities.find((offered) => offered === name) ?? 'auto';
    intents.ask({ quality }, askedAtMs);
    model.update({ qualityChoice: intents.current.quality });
    stream.reconcile();
  }

  /** An id that is not on offer changes nothing. */
  setAudioTrack(id: string, askedAtMs?: number): void {
    const { intents, model, stream } = this.#parts;
    if (!model.snapshot.audio.tracks.some((track) => track.id === id)) return;
    intents.ask({ audioTrack: id }, askedAtMs);
    stream.reconcile();
  }

  /** Without effect on flat films; what is not named stays (host-api 2.3). */
  setSpherical({ enableOrientationSensor, ...angles }: SphericalProperties): void {
    const { model } = this.#parts;
    const { spherical, orientationSensor } = model.snapshot;
    if (spherical.fov !== undefined)
      model.update({
        spherical: normalDirection({ ...spherical, ...angles }),
        orientationSensor: enableOrientationSensor ?? orientationSensor,
      });
  }

  /** The browser cannot draw a sphere: the film plays flat, and is a flat film to hosts (host-api 2.4). */
  refuseSpherical(): void {
    this.#parts.model.update({ spherical: {} });
  }

  /** It is asked for in the gesture itself, and granted or refused there. */
  fullscreenChanged(fullscreen: boolean): void {
    const { intents, model } = this.#parts;
    intents.fulfil({ fullscreen });
    if (model.update({ fullscreen })) model.emit('onFullscreenChange', fullscreen);
  }
}
