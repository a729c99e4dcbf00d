import { OrielError } from '../client/oriel-error.ts';
import type { CreatePlayer, OrielPlayer } from '../client/types.ts';
import { plain } from '../plain-values.ts';
import { attributeName, readSettings, SETTING_NAMES, type ElementSettings } from './attributes.ts';
import { dispatchFrom } from './element-events.ts';
import { ElementPlayer } from './element-player.ts';
import { ElementView } from './element-view.ts';
import { defineProperties, takeEarlyProperties, type PlayerOfElement } from './properties.ts';
import { whenNear } from './near-viewport.ts';
import { playLabel } from './play-words.ts';
import { loadVideoCard, type VideoCard } from './video-card.ts';
import type { OrielPlayerElement } from './types.ts';

export interface ElementDependencies {
  readonly createPlayer: CreatePlayer;
  readonly fetch: typeof globalThis.fetch;
  /** Origin of the player for a `host` attribute, with the path of its server. */
  readonly serverOf: (host: string) => string;
  readonly preconnect: (server: string) => void;
  readonly warn: (message: string) => void;
}

/** `Object` on servers that render pages: they import the module, too, but have no elements. */
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement);

/**
 * Makes the class of `<oriel-player>`.
 *
 * @param open Called for each element, not before: importing does nothing.
 */
export function makePlayerElement(open: () => ElementDependencies): new () => OrielPlayerElement {
  class PlayerElement extends Base {
    static readonly observedAttributes = SETTING_NAMES.map(attributeName);
    readonly #dependencies: ElementDependencies = open();
    readonly #view: ElementView;
    readonly #player: ElementPlayer;
    #settings: ElementSettings;
    #isChanging = false;
    #leaveWindow: () => void = () => undefined;
    #card: VideoCard | null = null;
    #stopCard: () => void = () => undefined;

    constructor() {
      super();
      const { createPlayer, warn, preconnect } = this.#dependencies;
      this.#view = new ElementView(this, () => this.#onPress());
      this.#settings = this.#read();
      this.#player = new ElementPlayer(this.#settings, {
        createPlayer,
        view: this.#view,
        dispatch: dispatchFrom(this),
        warn,
      });
      const found = { element: this, player: this.#player };
      Object.defineProperty(this, ELEMENT, plain({ value: () => found }));
      // Methods are bound, so that pages can pass them on.
      for (const name of ['play', 'pause', 'whenReady'] as const)
        Object.defineProperty(this, name, plain({ value: this[name].bind(this), writable: true, configurable: true }));
      const getReady = (): void => {
        if (this.#view.phase === 'poster') preconnect(this.#server);
      };
      this.addEventListener('pointerover', getReady);
      this.addEventListener('focusin', getReady);
    }

    connectedCallback(): void {
      takeEarlyProperties(this);
      this.#settings = this.#read();
      this.#view.setAspectRatio(this.#settings.aspectRatio);
      this.#player.begin(this.#settings);
      this.#leaveWindow = whenClosed(this, () => {
        this.#player.end();
        this.#player.rest();
      });
      this.#showCard();
    }

    /** A move within one task does not pause the element, as with media elements. */
    disconnectedCallback(): void {
      this.#stopCard();
      this.#leaveWindow();
      this.#player.end();
      queueMicrotask(() => {
        if (!this.isConnected) this.#player.rest();
      });
    }

    adoptedCallback(): void {
      this.#view.restyle();
    }

    /** Called instead of the other two after `moveBefore`, which keeps the frame loaded. */
    connectedMoveCallback(): void {}

    /** Applies all changes of one task together. */
    attributeChangedCallback(): void {
      if (this.#isChanging) return;
      this.#isChanging = true;
      queueMicrotask(() => {
        this.#isChanging = false;
        if (this.isConnected) this.#apply();
      });
    }

    play(): Promise<void> {
      return this.isConnected ? this.#player.play() : Promise.reject(notInPage());
    }

    pause(): void {
      this.#player.pause();
    }

    whenReady(): Promise<OrielPlayer> {
      return this.isConnected ? this.#player.whenReady() : Promise.reject(notInPage());
    }

    get #server(): string {
      return this.#dependencies.serverOf(this.#settings.host);
    }

    #read(): ElementSettings {
      return readSettings((name) => this.getAttribute(name), this.#dependencies.warn);
    }

    #apply(): void {
      const before = this.#settings;
      this.#settings = this.#read();
      const { videoId, playlist, poster, host, aspectRatio } = this.#settings;
      this.#view.setAspectRatio(aspectRatio);
      this.#player.apply(this.#settings);
      const isSame = before.videoId === videoId && before.playlist === playlist && before.host === host;
      if (!isSame || before.poster !== poster) this.#card = null;
      this.#showCard();
    }

    #showCard(): void {
      const { poster, title, lang } = this.#settings;
      this.#view.setLabel(
        playLabel(lang || (this.closest<HTMLElement>('[lang]')?.lang ?? ''), title || (this.#card?.title ?? '')),
      );
      this.#view.setPoster(poster === '' ? (this.#card?.posterUrl ?? '') : new URL(poster, document.baseURI).href);
      this.#stopCard();
      if (this.#card === null && this.#view.phase === 'poster' && (poster === '' || title === '')) this.#askForCard();
    }

    #askForCard(): void {
      const { videoId, playlist } = this.#settings;
      const [first = ''] = playlist.split(',');
      const named = videoId || (first.length === 11 ? first : '');
      const asking = new AbortController();
      const stopWaiting = whenNear(this, () => {
        const listId = named === '' ? playlist : '';
        void loadVideoCard(this.#server, { videoId: named, listId }, this.#dependencies.fetch, asking.signal).then(
          (card) => {
            if (asking.signal.aborted) return;
            this.#card = card;
            this.#showCard();
          },
        );
      });
      this.#stopCard = () => {
        stopWaiting();
        asking.abort();
      };
    }

    #onPress(): void {
      // A failure dispatches `error`; after a refused start the player shows its own button.
      this.#player.play().catch(() => undefined);
      this.#view.focusFrame();
    }
  }
  defineProperties(PlayerElement.prototype, (object) => (object as FoundObject)[ELEMENT]?.());
  return PlayerElement as unknown as new () => OrielPlayerElement;
}

/** The key of a function that returns the element and its player, also through proxies; the generated properties use it. */
const ELEMENT = Symbol('element');
type FoundObject = Readonly<Partial<Record<typeof ELEMENT, () => PlayerOfElement>>>;

/** Calls back when a popup, or a child document, closes with the element still in it. Returns a function that cancels the call. */
function whenClosed({ ownerDocument: { defaultView } }: Element, call: () => void): () => void {
  if (defaultView === null || defaultView === window) return () => undefined;
  const onHide = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) call();
  };
  defaultView.addEventListener('pagehide', onHide);
  return () => defaultView.removeEventListener('pagehide', onHide);
}

function notInPage(): OrielError {
  return new OrielError('invalid', 'the element is not in a page');
}
