import type { PlayerJsListenerId } from './player-js.ts';
import { playerJsText } from '../player-js-text.ts';
import type { HostWindow } from '../bridge-window.ts';

/** Events that a host can listen to. */
export const PLAYER_JS_EVENTS = ['ready', 'play', 'pause', 'ended', 'timeupdate', 'progress', 'error'] as const;
export type PlayerJsEvent = (typeof PLAYER_JS_EVENTS)[number];

/** Maximum number of listeners of one event, for a host that never removes its listeners. */
const LISTENERS_MAX = 32;

/** A window that speaks player.js, and its subscriptions. */
export class PlayerJsHost {
  readonly window: HostWindow;
  readonly #targetOrigin: string;
  readonly #listeners = new Map<PlayerJsEvent, Set<PlayerJsListenerId>>();

  constructor(window: HostWindow, targetOrigin: string) {
    this.window = window;
    this.#targetOrigin = targetOrigin;
  }

  listensTo(event: PlayerJsEvent): boolean {
    return this.#listeners.has(event);
  }

  add(event: PlayerJsEvent, listener: PlayerJsListenerId): void {
    const known = this.#listeners.get(event) ?? new Set();
    if (known.size < LISTENERS_MAX) known.add(listener ?? null);
    this.#listeners.set(event, known);
  }

  remove(event: PlayerJsEvent, listener: PlayerJsListenerId): void {
    const known = this.#listeners.get(event);
    known?.delete(listener ?? null);
    if (known?.size === 0) this.#listeners.delete(event);
  }

  /** Sends to each listener of the event. */
  emit(event: PlayerJsEvent, value?: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) this.send(event, value, listener);
  }

  send(event: string, value: unknown, listener: PlayerJsListenerId): void {
    this.window.postMessage(playerJsText(event, value, listener), this.#targetOrigin);
  }
}
