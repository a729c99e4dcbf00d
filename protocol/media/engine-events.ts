import type { MediaEngineEvents } from './media-engine.ts';
import type { EngineEventMessage, EngineEventName } from './media-worker.ts';

type Listener<Name extends keyof MediaEngineEvents> = (event: MediaEngineEvents[Name]) => void;

/** The listeners of an engine. */
export class EngineEvents {
  readonly #listeners = new Map<string, Set<(event: never) => void>>();

  on = <Name extends keyof MediaEngineEvents>(name: Name, listener: Listener<Name>): (() => void) => {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  };

  emit<Name extends keyof MediaEngineEvents>(name: Name, event: MediaEngineEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(event as never);
  }

  /** Emits an event that an engine on another thread has sent. */
  relay<Name extends EngineEventName>({ name, event }: EngineEventMessage<Name>): void {
    this.emit(name, event);
  }
}
