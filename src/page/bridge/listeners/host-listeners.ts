import { HOST_CHANNEL, type HostMessage } from '../../host-messages/host-messages.ts';
import type { HostWindow } from '../bridge-window.ts';
import { targetOriginFor } from '../trust/expected-origin.ts';
import { HostListener } from './host-listener.ts';

/** Maximum number of listeners of one embed: only a host that endlessly creates listeners has more. */
export const LISTENERS_MAX = 8;

/**
 * The hosts that have sent a message, by window and the id in their messages. The least recently active host is removed to make
 * room, with all its state: a page may frame the player in one window after another.
 */
export class HostListeners {
  /** In order of activity, the most recently active host last. */
  #all: readonly HostListener[] = [];

  of({ id, channel }: HostMessage, window: HostWindow, origin: string): HostListener {
    const listener =
      this.#all.find((known) => known.isOf(window, id)) ??
      new HostListener({ window, targetOrigin: targetOriginFor(origin), id, channel: channel ?? HOST_CHANNEL });
    this.#all = [...this.#all.filter((known) => known !== listener), listener].slice(-LISTENERS_MAX);
    return listener;
  }

  /** Listeners that have requested deliveries, welcomed or waiting. */
  get listening(): readonly HostListener[] {
    return this.#all.filter((listener) => listener.isListening);
  }

  get welcomed(): readonly HostListener[] {
    return this.#all.filter((listener) => listener.isWelcomed);
  }
}
