import { PageListeners } from '../player/page-listeners.ts';
import type { PlayerListener } from '../player/player-options.ts';
import type { WireMessageEvent } from './connection.ts';

export type WidgetId = number | string;

export interface RegisteredPlayer {
  readonly frame: HTMLIFrameElement;
  receive(event: WireMessageEvent): void;
  /** The frame left the page without `destroy`; it may come back. */
  suspend(): void;
  addListener(name: string, listener: PlayerListener): void;
  removeListener(name: string, listener: PlayerListener): void;
  readonly player: object;
}

/** The players of a page, behind one message listener. It holds nobody whose frame has left the page (host-api 6 no. 3). */
export class Registry {
  /** What the next player calls itself on the wire. */
  readonly nextId: () => WidgetId;
  readonly pageListeners = new PageListeners(() => this.#players);
  readonly #window: Window;
  readonly #players = new Set<RegisteredPlayer>();

  constructor(window: Window, nextId: () => WidgetId = countUp()) {
    this.#window = window;
    this.nextId = nextId;
  }

  add(player: RegisteredPlayer): void {
    this.#sweep();
    if (this.#players.size === 0) this.#window.addEventListener('message', this.#onMessage);
    this.#players.add(player);
  }

  remove(player: RegisteredPlayer): void {
    if (this.#players.delete(player) && this.#players.size === 0)
      this.#window.removeEventListener('message', this.#onMessage);
  }

  /** By the id of the frame element (host-api 2.1). */
  find(elementId: string): object | undefined {
    return [...this.#players].find(({ frame }) => frame.id === elementId)?.player;
  }

  readonly #onMessage = (event: MessageEvent): void => {
    for (const player of Array.from(this.#players)) player.receive(event);
  };

  #sweep(): void {
    for (const player of Array.from(this.#players)) {
      if (player.frame.isConnected) continue;
      this.remove(player);
      player.suspend();
    }
  }
}

/** Pages have always seen 1, 2, 3 (host-api 2.2). */
function countUp(): () => number {
  let last = 0;
  return () => (last += 1);
}
