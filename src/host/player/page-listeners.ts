import type { PlayerListener } from './player-events.ts';

interface Listenable {
  addListener(name: string, listener: PlayerListener): void;
  removeListener(name: string, listener: PlayerListener): void;
}

/** Events named `"player.<event>"`: listeners of all current and future players. */
const TOPIC = /^player\./;

export class PageListeners {
  readonly #getPlayers: () => Iterable<Listenable>;
  readonly #entries: { readonly name: string; readonly listener: PlayerListener }[] = [];

  constructor(getPlayers: () => Iterable<Listenable>) {
    this.#getPlayers = getPlayers;
  }

  subscribe(topic: unknown, listener: PlayerListener): void {
    if (typeof topic !== 'string') return;
    const name = topic.replace(TOPIC, '');
    this.#entries.push({ name, listener });
    for (const player of this.#getPlayers()) player.addListener(name, listener);
  }

  unsubscribe(topic: unknown, listener: PlayerListener): void {
    if (typeof topic !== 'string') return;
    const name = topic.replace(TOPIC, '');
    const index = this.#entries.findIndex((entry) => entry.name === name && entry.listener === listener);
    if (index >= 0) this.#entries.splice(index, 1);
    for (const player of this.#getPlayers()) player.removeListener(name, listener);
  }

  /** Attaches the listeners to a new player. */
  follow(player: Listenable): void {
    for (const { name, listener } of this.#entries) player.addListener(name, listener);
  }
}
