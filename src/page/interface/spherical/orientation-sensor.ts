import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { Emitter } from '../../player/emitter.ts';
import type { SphericalView } from '../../spherical/spherical-view.ts';
import { deviceDirection } from './device-direction.ts';

/** A sensor without an event after this time is missing, or not allowed. */
export const SENSOR_TIMEOUT_MS = 1_500;

/** Apple's browsers ask the viewer for permission, and only after a press. */
interface AskingConstructor {
  requestPermission?: () => Promise<'granted' | 'denied'>;
}

/** The view follows the device. Any other turn, by a finger or the host, shifts the direction that counts as ahead. */
export class OrientationSensor {
  readonly #view: Pick<SphericalView, 'direction' | 'turnTo'>;
  readonly #window: Window & { readonly DeviceOrientationEvent?: AskingConstructor };
  readonly #clock: Clock;
  readonly #changed: Emitter<void>;
  #listening: AbortController | null = null;
  /** The sensor's last yaw, and the offset added to the device's own. */
  #yaw: number | null = null;
  #offset = 0;

  constructor(
    view: Pick<SphericalView, 'direction' | 'turnTo'>,
    window: Window,
    clock: Clock,
    reportError: (error: unknown) => void,
  ) {
    this.#view = view;
    this.#window = window;
    this.#clock = clock;
    this.#changed = new Emitter(reportError);
  }

  get = (): boolean => this.#listening !== null;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);

  /** Requires touch, because desktops support the event without a sensor. */
  isAvailable(): boolean {
    return this.#window.DeviceOrientationEvent !== undefined && this.#window.navigator.maxTouchPoints > 0;
  }

  needsNoGesture(): boolean {
    return this.isAvailable() && this.#window.DeviceOrientationEvent?.requestPermission === undefined;
  }

  /** Returns whether the device reports its orientation. */
  async start(): Promise<boolean> {
    if (this.#listening !== null) return true;
    const listening = new AbortController();
    this.#listening = listening;
    this.#changed.emit();
    const isThere = (await this.#mayListen()) && (await this.#listen(listening.signal));
    if (!isThere && this.#listening === listening) this.stop();
    return isThere;
  }

  stop(): void {
    if (this.#listening === null) return;
    this.#listening.abort();
    this.#listening = null;
    this.#yaw = null;
    // Without the device, the viewer could not level the view.
    this.#view.turnTo({ roll: 0 });
    this.#changed.emit();
  }

  async #mayListen(): Promise<boolean> {
    try {
      return ((await this.#window.DeviceOrientationEvent?.requestPermission?.()) ?? 'granted') === 'granted';
    } catch {
      return false;
    }
  }

  /** A host's `allow` list may leave the sensors out; then no event arrives, or its angles are `null`. */
  #listen(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(SENSOR_TIMEOUT_MS, () => resolve(false));
      signal.addEventListener('abort', () => {
        cancel();
        resolve(false);
      });
      this.#window.addEventListener(
        'deviceorientation',
        ({ alpha, beta, gamma }) => {
          if (alpha === null || beta === null || gamma === null) return;
          cancel();
          resolve(true);
          this.#follow(deviceDirection({ alpha, beta, gamma }, this.#window.screen.orientation?.angle ?? 0));
        },
        { signal },
      );
    });
  }

  #follow({ yaw, pitch, roll }: ReturnType<typeof deviceDirection>): void {
    const { direction } = this.#view;
    if (this.#yaw === null) this.#offset = direction.yaw - yaw;
    else this.#offset += direction.yaw - this.#yaw;
    this.#view.turnTo({ yaw: yaw + this.#offset, pitch, roll });
    this.#yaw = this.#view.direction.yaw;
  }
}
