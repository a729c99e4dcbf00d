import { HOST_CHANNEL, type HostMessage } from '../../../../protocol/host/host-messages.ts';
import type { HostWindow } from '../bridge-window.ts';
import { targetOriginFor } from '../trust/expected-origin.ts';
import { HostListener } from './host-listener.ts';

/** Windows that may listen to one embed at once. Our choice. */
export const LISTENERS_MAX = 8;

/** All hosts that have sent a message, by window and the id they gave. The least recently active one makes room. */
export class HostListeners {
  readonly #byId = new Map<string, HostListener>();
  readonly #windows: HostWindow[] = [];

  of(message: HostMessage, window: HostWindow, origin: string): HostListener {
    const { id, channel } = message;
    const key = `${this.#numberOf(window)} ${id === undefined ? '' : JSON.stringify(id)}`;
    const listener =
      this.#byId.get(key) ??
      new HostListener({ window, targetOrigin: targetOriginFor(origin), id, channel: channel ?? HOST_CHANNEL });
    /** Moves it to the end of the map: the most recently active. */
    this.#byId.delete(key);
    this.#byId.set(key, listener);
    if (this.#byId.size > LISTENERS_MAX) this.#dropOldest();
    return listener;
  }

  #numberOf(window: HostWindow): number {
    if (!this.#windows.includes(window)) this.#windows.push(window);
    return this.#windows.indexOf(window);
  }

  /** Listeners that asked for deliveries, welcomed or waiting. */
  get listening(): readonly HostListener[] {
    return [...this.#byId.values()].filter((listener) => listener.isListening);
  }

  get welcomed(): readonly HostListener[] {
    return [...this.#byId.values()].filter((listener) => listener.isWelcomed);
  }

  #dropOldest(): void {
    const [oldest] = this.#byId.keys();
    if (oldest !== undefined) this.#byId.delete(oldest);
  }
}
