import type { QualityName, SphericalProperties } from '../../../protocol/host/player-info.ts';
import type { LoadingLimits } from '../../../protocol/media/loading-limits.ts';
import { describeError } from '../../../protocol/runtime/describe-error.ts';
import { fail, succeed, type Failure, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { normalDirection } from '../../../protocol/media/spherical.ts';
import type { IntentField } from './intents/intent.ts';
import type { PlayerParts } from './player-parts.ts';

/** A picture-in-picture window. */
export interface PictureInPictureWindow {
  isActive(): boolean;
  /** Rejects if the browser refuses. */
  show(active: boolean): Promise<void>;
}

export interface SettingsDependencies extends PlayerParts {
  /** Observes the outcome of a change. */
  readonly observeSound: () => void;
  readonly observeRate: () => void;
  readonly pictureInPicture: PictureInPictureWindow;
  /** Reports a failed intent to its pending commands. */
  readonly settle: (field: IntentField, failure: Failure) => void;
}

/** Volume, speed, quality, captions and presentation of the video. */
export class Settings {
  readonly #parts: SettingsDependencies;
  readonly #fullscreenBy = { frame: false, host: false };
  #isMovingWindow = false;
  #onWindowClosed: () => void = () => undefined;

  constructor(parts: SettingsDependencies) {
    this.#parts = parts;
  }

  /** 0 to 100. */
  setVolume(volume: number, requestedAtMs?: number): void {
    const { intents, element } = this.#parts;
    intents.ask({ volume: volume / 100 }, requestedAtMs);
    element.volume = intents.current.volume;
    this.#parts.observeSound();
  }

  setMuted(muted: boolean, requestedAtMs?: number): void {
    const { intents, element, model } = this.#parts;
    intents.ask({ muted }, requestedAtMs);
    element.muted = intents.current.muted;
    this.#parts.observeSound();
    if (!element.muted) model.update({ autoplayBlocked: false });
  }

  /** Also sets the default rate, with which a new source starts. */
  setPlaybackRate(rate: number, requestedAtMs?: number): void {
    const { intents, element } = this.#parts;
    intents.ask({ rate }, requestedAtMs);
    element.defaultPlaybackRate = intents.current.rate;
    element.playbackRate = intents.current.rate;
    this.#parts.observeRate();
  }

  /** A quality that is not offered means automatic: hosts send any name, and an unknown name never was an error. */
  setQuality(name: string, requestedAtMs?: number): void {
    const { intents, model, stream } = this.#parts;
    const quality: QualityName = model.snapshot.qualities.find((offered) => offered === name) ?? 'auto';
    intents.ask({ quality }, requestedAtMs);
    model.update({ qualityChoice: intents.current.quality });
    stream.reconcile();
  }

  limitLoading(limits: LoadingLimits, isOn: boolean): void {
    const { intents, model, stream } = this.#parts;
    intents.ask({ limits });
    model.updateDataSaver({ isOn });
    stream.reconcile();
  }

  /** Refuses an id that is not offered. */
  setAudioTrack(wanted: unknown, requestedAtMs?: number): Outcome<void> {
    const { intents, model, stream } = this.#parts;
    const track = model.snapshot.audio.tracks.find(({ id }) => id === wanted);
    if (track === undefined) return fail('api.invalidparam', 'no such audio track');
    intents.ask({ audioTrack: track.id }, requestedAtMs);
    stream.reconcile();
    return succeed(undefined);
  }

  /** Without effect on flat videos; fields that are not named stay. */
  setSpherical({ enableOrientationSensor, ...angles }: SphericalProperties): void {
    const { model } = this.#parts;
    const { spherical, orientationSensor } = model.snapshot;
    if (spherical.fov !== undefined)
      model.update({
        spherical: normalDirection({ ...spherical, ...angles }),
        orientationSensor: enableOrientationSensor ?? orientationSensor,
      });
  }

  /** Called when the browser cannot draw a sphere: the video plays flat, and is reported to hosts as flat. */
  refuseSpherical(): void {
    this.#parts.model.update({ spherical: {} });
  }

  /** Notes the outcome of a request for full screen, which the frame or its host page makes in the gesture itself. */
  fullscreenChanged(active: boolean, by: 'frame' | 'host' = 'frame'): void {
    const { intents, model } = this.#parts;
    this.#fullscreenBy[by] = active;
    const fullscreen = this.#fullscreenBy.frame || this.#fullscreenBy.host;
    intents.fulfil({ fullscreen });
    if (model.update({ fullscreen })) model.emit('onFullscreenChange', fullscreen);
  }

  /** Requests that the host leave its own full screen; `false` if there is no such host. */
  leaveHostFullscreen(): boolean {
    const { host } = this.#fullscreenBy;
    if (host) this.#parts.model.emit('onFullscreenExitRequest', null);
    return host;
  }

  /** Requests the window at once, because the browser requires a gesture, or after a pending request has ended. */
  setPictureInPicture(wanted: boolean, requestedAtMs?: number): void {
    this.#parts.intents.ask({ pictureInPicture: wanted }, requestedAtMs);
    if (!this.#isMovingWindow) void this.#reconcilePictureInPicture();
  }

  /** Also called when the viewer has used the browser's own button. */
  pictureInPictureChanged(pictureInPicture: boolean): void {
    const { intents, model } = this.#parts;
    // An opening window fires its event before its promise resolves; the intent may have changed by then.
    if (!this.#isMovingWindow) intents.fulfil({ pictureInPicture });
    if (model.update({ pictureInPicture })) model.emit('onPictureInPictureChange', pictureInPicture);
    if (!pictureInPicture) this.#onWindowClosed();
  }

  async #reconcilePictureInPicture(): Promise<void> {
    const { intents, pictureInPicture: ownWindow, settle } = this.#parts;
    const { pictureInPicture } = intents.current;
    if (pictureInPicture === ownWindow.isActive()) return intents.fulfil({ pictureInPicture });
    this.#isMovingWindow = true;
    const shown = ownWindow.show(pictureInPicture).then(
      () => null,
      (error: unknown) => fail('browser.refused', `the browser refused it: ${describeError(error).message}`),
    );
    // If the window closes by other means during a request to close it, that request never settles.
    const closed = new Promise<null>((resolve) => (this.#onWindowClosed = () => resolve(null)));
    const refusal = await (pictureInPicture ? shown : Promise.race([shown, closed]));
    this.#isMovingWindow = false;
    if (intents.current.pictureInPicture !== pictureInPicture) return this.#reconcilePictureInPicture();
    if (refusal === null) return intents.fulfil({ pictureInPicture });
    intents.fail(['pictureInPicture'], { pictureInPicture: !pictureInPicture });
    settle('pictureInPicture', refusal);
  }
}
