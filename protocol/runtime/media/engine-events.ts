import type { MediaEngineEvents } from '../../media/media-engine.ts';
import type { EngineEventMessage, EngineEventName } from '../../media/media-worker.ts';

type Listener<Name extends keyof MediaEngineEvents> = (event: MediaEngineEvents[Name]) => void;

/** The listeners of an engine. */
export class EngineEvents {
  readonly #listeners: { [Name in keyof MediaEngineEvents]: Set<Listener<Name>> } = {
    state: new Set(),
    fatal: new Set(),
    problem: new Set(),
    moved: new Set(),
    reopened: new Set(),
  };

  on = <Name extends keyof MediaEngineEvents>(name: Name, listener: Listener<Name>): (() => void) => {
    this.#listeners[name].add(listener);
    return () => this.#listeners[name].delete(listener);
  };

  emit<Name extends keyof MediaEngineEvents>(name: Name, event: MediaEngineEvents[Name]): void {
    for (const listener of this.#listeners[name]) listener(event);
  }

  /** Emits an event that an engine on another thread has sent. */
  relay<Name extends EngineEventName>({ name, event }: EngineEventMessage<Name>): void {
    this.emit(name, event);
  }
}
