import { tellAuthor } from '../tell-author.ts';
import { PageListeners } from './page-listeners.ts';
import type { PlayerListener } from './player-events.ts';
import type { WidgetId } from '../wire/widget-id.ts';
import type { WireMessageEvent } from '../wire/wire-frame.ts';
import { newerWireNotice } from '../wire/newer-wire.ts';

/** Event of the window: a player with `pauseOthers` has begun to play; `detail` is its frame. */
const PLAYS_ALONE = 'oriel-plays-alone';

export interface RegisteredPlayer {
  readonly frame: HTMLIFrameElement;
  receive(event: WireMessageEvent): void;
  /** The frame left the page without `destroy`, or its window has closed; it may return. */
  suspend(): void;
  /** The document of the frame has entered or left full screen. */
  fullscreenChanged(): void;
  addListener(name: string, listener: PlayerListener): void;
  removeListener(name: string, listener: PlayerListener): void;
  readonly player: object;
}

/**
 * The players of a page, with one listener for each event of a window. It keeps no player alive: a player lives as long as its frame
 * is in the page or the page references it, so a client that forgets to destroy a player leaks nothing.
 */
export class Registry {
  /** Id of the next player on the wire. */
  readonly nextId: () => WidgetId;
  readonly pageListeners = new PageListeners(() => this.#living());
  readonly #window: Window & typeof globalThis;
  /** Windows whose messages are received: this window, and windows of child documents that hold frames of players. */
  readonly #heardWindows = new Set<Window>();
  readonly #players = new Set<WeakRef<RegisteredPlayer>>();
  readonly #references = new WeakMap<RegisteredPlayer, WeakRef<RegisteredPlayer>>();
  /** Functions that pause the players with `pauseOthers`. */
  readonly #pauses = new WeakMap<RegisteredPlayer, () => void>();
  #hasToldOfWire = false;

  constructor(window: Window & typeof globalThis, nextId: () => WidgetId = countUp()) {
    this.#window = window;
    this.nextId = nextId;
  }

  add(player: RegisteredPlayer): void {
    this.#living();
    if (this.#players.size === 0) this.#window.addEventListener(PLAYS_ALONE, this.#onPlaysAlone);
    // Child documents may close while a player of the page stays.
    for (const window of this.#heardWindows) if (window.closed) this.#heardWindows.delete(window);
    const { defaultView } = player.frame.ownerDocument;
    // Added for each player, because `document.open` removes the listeners of a window.
    if (defaultView !== this.#window) defaultView?.addEventListener('pagehide', this.#onPageHide);
    for (const window of [this.#window, defaultView])
      if (window !== null && !this.#heardWindows.has(window)) {
        this.#heardWindows.add(window);
        window.addEventListener('message', this.#onMessage);
        window.addEventListener('fullscreenchange', this.#onFullscreenChange);
      }
    const reference = this.#references.get(player) ?? new WeakRef(player);
    this.#references.set(player, reference);
    this.#players.add(reference);
  }

  remove(player: RegisteredPlayer): void {
    const reference = this.#references.get(player);
    if (reference !== undefined) this.#forget(reference);
  }

  /** Finds a player by the id of its frame element. */
  find(elementId: string): object | undefined {
    return this.#living().find(({ frame }) => frame.id === elementId)?.player;
  }

  /** From now on `pause` is called when another player with `pauseOthers` begins to play. */
  joinPlayersAlone(player: RegisteredPlayer, pause: () => void): void {
    this.#pauses.set(player, pause);
  }

  /** Uses an event of the window, because a page may have the script API, the promise client and the element at once. */
  playsAlone({ frame }: RegisteredPlayer): void {
    this.#window.dispatchEvent(new CustomEvent(PLAYS_ALONE, { detail: frame }));
  }

  /** Writes one line to the console if a frame has a newer wire version than this script. */
  hearWireVersion(version: unknown, origin: string): void {
    const notice = newerWireNotice(version, origin);
    if (notice === undefined || this.#hasToldOfWire) return;
    this.#hasToldOfWire = true;
    tellAuthor(this.#window, notice);
  }

  readonly #onPlaysAlone = (event: Event): void => {
    const { detail } = event as CustomEvent<unknown>;
    for (const player of this.#living()) if (player.frame !== detail) this.#pauses.get(player)?.();
  };

  readonly #onMessage = (event: MessageEvent): void => {
    for (const player of this.#living()) player.receive(event);
  };

  /** One listener for all players: a listener for each would keep a player alive whose page forgot to destroy it. */
  readonly #onFullscreenChange = (): void => {
    for (const player of this.#living()) player.fullscreenChanged();
  };

  /**
   * A popup or child document has closed with the frames in it. Their players stay registered: browsers remove the listeners of such a
   * frame, so if the page moves it back, only its first message reports that.
   */
  readonly #onPageHide = ({ currentTarget, persisted }: PageTransitionEvent): void => {
    if (persisted) return;
    for (const player of this.#living()) if (player.frame.ownerDocument.defaultView === currentTarget) player.suspend();
  };

  /** Players whose frame is in the page; other players are released. A returning player registers when its frame loads. */
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
    if (!this.#players.delete(reference) || this.#players.size > 0) return;
    for (const window of this.#heardWindows) {
      window.removeEventListener('message', this.#onMessage);
      window.removeEventListener('fullscreenchange', this.#onFullscreenChange);
      window.removeEventListener('pagehide', this.#onPageHide);
    }
    this.#heardWindows.clear();
    this.#window.removeEventListener(PLAYS_ALONE, this.#onPlaysAlone);
  }
}

/** Ids 1, 2, 3 …, as pages of the script API expect. */
function countUp(): () => number {
  let last = 0;
  return () => (last += 1);
}
