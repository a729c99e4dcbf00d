import { PageListeners } from '../player/page-listeners.ts';
import type { PlayerListener } from '../player/player-options.ts';
import type { WireMessageEvent } from './connection.ts';

export type WidgetId = number | string;

export interface RegisteredPlayer {
  readonly frame: HTMLIFrameElement;
  receive(event: WireMessageEvent): void;
  /** The frame left the page without `destroy`; it may return. */
  suspend(): void;
  addListener(name: string, listener: PlayerListener): void;
  removeListener(name: string, listener: PlayerListener): void;
  readonly player: object;
}

/**
 * The players of a page, behind one message listener. It keeps no player alive: each lives as long as its frame is in
 * the page or the page references it, so clients that forget to destroy leak nothing.
 */
export class Registry {
  /** Id of the next player on the wire. */
  readonly nextId: () => WidgetId;
  readonly pageListeners = new PageListeners(() => this.#living());
  readonly #window: Window;
  readonly #players = new Set<WeakRef<RegisteredPlayer>>();
  readonly #references = new WeakMap<RegisteredPlayer, WeakRef<RegisteredPlayer>>();

  constructor(window: Window, nextId: () => WidgetId = countUp()) {
    this.#window = window;
    this.nextId = nextId;
  }

  add(player: RegisteredPlayer): void {
    this.#living();
    if (this.#players.size === 0) this.#window.addEventListener('message', this.#onMessage);
    const reference = this.#references.get(player) ?? new WeakRef(player);
    this.#references.set(player, reference);
    this.#players.add(reference);
  }

  remove(player: RegisteredPlayer): void {
    const reference = this.#references.get(player);
    if (reference !== undefined) this.#forget(reference);
  }

  /** By the id of the frame element. */
  find(elementId: string): object | undefined {
    return this.#living().find(({ frame }) => frame.id === elementId)?.player;
  }

  readonly #onMessage = (event: MessageEvent): void => {
    for (const player of this.#living()) player.receive(event);
  };

  /** Players whose frame is in the page; the others are released. A returning one registers when it is loaded. */
  #living(): RegisteredPlayer[] {
    const living: RegisteredPlayer[] = [];
    for (const reference of Array.from(this.#players)) {
      const player = reference.deref();
      if (player?.frame.isConnected === true) living.push(player);
      else {
        this.#forget(reference);
        player?.suspend();
      }
    }
    return living;
  }

  #forget(reference: WeakRef<RegisteredPlayer>): void {
    if (this.#players.delete(reference) && this.#players.size === 0)
      this.#window.removeEventListener('message', this.#onMessage);
  }
}

/** Pages have always seen 1, 2, 3. */
function countUp(): () => number {
  let last = 0;
  return () => (last += 1);
}
