import { callReporting, type ReportingWindow } from '../call-reporting.ts';
import type { PlayerListener, PlayerListenerEvent } from './player-events.ts';

/** Listeners by event name. Listeners may be added and removed during an event; a repeated listener is added once. */
export class Listeners {
  readonly #byName = new Map<string, Set<PlayerListener>>();
  readonly #window: ReportingWindow;

  /** @param window Window in which named listeners are looked up, and to which errors of listeners are reported. */
  constructor(window: ReportingWindow) {
    this.#window = window;
  }

  /** Returns `true` for the first listener of a name: only then the frame needs a subscription. */
  add(name: string, listener: PlayerListener): boolean {
    const present = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, present.add(listener));
    return present.size === 1;
  }

  has(name: string, listener: PlayerListener): boolean {
    return this.#byName.get(name)?.has(listener) === true;
  }

  /** Returns `true` when the last listener of a name was removed. */
  remove(name: string, listener: PlayerListener): boolean {
    const present = this.#byName.get(name);
    if (present?.delete(listener) !== true || present.size > 0) return false;
    return this.#byName.delete(name);
  }

  get names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  emit(name: string, event: PlayerListenerEvent): void {
    for (const listener of Array.from(this.#byName.get(name) ?? [])) this.#call(listener, event);
  }

  /** Calls one listener, if it is still registered. */
  emitTo(listener: PlayerListener, name: string, event: PlayerListenerEvent): void {
    if (this.has(name, listener)) this.#call(listener, event);
  }

  clear(): void {
    this.#byName.clear();
  }

  /** A listener that throws must not affect the others. */
  #call(listener: PlayerListener, event: PlayerListenerEvent): void {
    const call = typeof listener === 'string' ? (Reflect.get(this.#window, listener) as unknown) : listener;
    if (typeof call === 'function')
      callReporting(() => (call as (event: PlayerListenerEvent) => void)(event), this.#window);
  }
}
