import { HOST_CHANNEL, type HostMessage, type PlayerEventName } from '../../host-messages/host-messages.ts';
import type { HostWindow } from '../bridge-window.ts';

export interface ListenerAddress {
  readonly window: HostWindow;
  /** An exact origin; `*` only for a page with an opaque origin (H7). */
  readonly targetOrigin: string;
  readonly id: HostMessage['id'];
  readonly channel: string;
}

/** One listening object of a host; several may share a window. Its id is echoed unchanged. */
export class HostListener {
  readonly subscriptions = new Set<PlayerEventName>();
  readonly #address: ListenerAddress;
  /** Whether the host has requested deliveries by a greeting. Commands do not request deliveries. */
  isListening = false;
  /** Monotonic time of its `onReady`; `null` until it has been welcomed. */
  readyAtMs: number | null = null;

  constructor(address: ListenerAddress) {
    this.#address = address;
  }

  isOf(window: HostWindow, id: HostMessage['id']): boolean {
    return this.#address.window === window && this.#address.id === id;
  }

  get isScripted(): boolean {
    return this.#address.channel === HOST_CHANNEL && this.#address.id !== undefined;
  }

  /** Whether the host listens and has received all fields once, so that it can apply a patch. */
  get isWelcomed(): boolean {
    return this.readyAtMs !== null;
  }

  send(event: string, info: unknown): void {
    const { window, targetOrigin, id, channel } = this.#address;
    window.postMessage(JSON.stringify({ event, info, id, channel }), targetOrigin);
  }
}
