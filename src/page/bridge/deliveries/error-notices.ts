import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { READY_ERROR_MAX_DELAY_MS } from '../../../../protocol/constants.ts';
import { hostErrorCode } from '../../../../protocol/errors.ts';
import type { PlayerErrorSnapshot } from '../../player/player.ts';
import type { HostListener } from '../listeners/host-listener.ts';

/** Shortest time from `onReady` to an error: less than the limit of P8, because a timer may be late. */
export const ERROR_AFTER_READY_MS = READY_ERROR_MAX_DELAY_MS - 50;

/**
 * Reports errors to hosts (P8). Plyr listens for errors only from 50 ms after `onReady`, and accepts only one: an error in the
 * same burst as `onReady` would be lost, so it is delayed.
 */
export class ErrorNotices {
  readonly #clock: Clock;
  /** The current error that each listener got, and whether it had subscribed by then. */
  readonly #sent = new WeakMap<HostListener, { error: PlayerErrorSnapshot; subscribed: boolean }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sends the code of an error that one request of the host caused. */
  sendCode(listener: HostListener, code: number): void {
    this.#whenAllowed(listener, () => listener.send('onError', code));
  }

  /** Sends the error that prevents playback, once; again to a listener that subscribes later. */
  sendStanding(listener: HostListener, getError: () => PlayerErrorSnapshot | null): void {
    this.#whenAllowed(listener, () => {
      const error = getError();
      const subscribed = listener.subscriptions.has('onError');
      const sent = this.#sent.get(listener);
      if (error === null || (sent?.error === error && (sent.subscribed || !subscribed))) return;
      this.#sent.set(listener, { error, subscribed });
      listener.send('onError', hostErrorCode(error.code));
    });
  }

  #whenAllowed(listener: HostListener, send: () => void): void {
    if (listener.readyAtMs === null) return;
    const waitMs = listener.readyAtMs + ERROR_AFTER_READY_MS - this.#clock.monotonicNow();
    if (waitMs <= 0) return send();
    this.#clock.after(waitMs, send);
  }
}
