import type { Look } from './choice.ts';
import { FAULTS } from './faults.ts';
import { make } from '../demo/make.ts';
import { memoryStorage } from './memory-storage.ts';
import type { Screen } from './screens.ts';
import type { FrameWindow } from './frame-window.ts';

export interface PlayerFrameOptions {
  readonly screen: Screen;
  readonly look: Look;
  /** Accessible name of the frame. */
  readonly title: string;
  readonly mayTakeFocus: boolean;
  readonly place: HTMLElement;
}

const LANGUAGES: Readonly<Record<string, string>> = { ltr: 'en', rtl: 'ar' };

export const heightOf = (width: string): number => Math.round((Number(width) * 9) / 16);

/**
 * A player in a frame with empty storage, as for a new viewer: frames share an origin, and would resume playback of other frames.
 */
export class PlayerFrame {
  readonly #options: PlayerFrameOptions;
  readonly #storage = memoryStorage();
  #element: HTMLIFrameElement | undefined;
  #allowFocus = (): void => undefined;

  constructor(options: PlayerFrameOptions) {
    this.#options = options;
  }

  /** Window of the frame; `null` while the frame shows another origin, such as the browser's error page. */
  get window(): FrameWindow | null {
    const { contentDocument = null } = this.#element ?? {};
    return (contentDocument?.defaultView ?? null) as FrameWindow | null;
  }

  /** Whether the page runs in the prepared window: a browser may replace the window. */
  get isPrepared(): boolean {
    return this.window?.localStorage === this.#storage;
  }

  /** Opens the frame, or opens it again. */
  open(): void {
    const { look, title, place, screen } = this.#options;
    const element = make('iframe', {
      title,
      width: look.width,
      height: String(heightOf(look.width)),
      /** Set before the frame is attached: then the page keeps the window of the empty document, which can be prepared. */
      src: addressOf(screen, look),
    });
    this.#element = element;
    place.replaceChildren(element);
    if (this.window !== null) this.#prepare(this.window);
  }

  /** Allows the frame to take the focus, after the steps. */
  release(): void {
    this.#allowFocus();
  }

  #prepare(window: FrameWindow): void {
    Object.defineProperty(window, 'localStorage', { value: this.#storage });
    Object.defineProperty(window.Document.prototype, 'cookie', { get: () => '', set() {} });
    const { fetch } = window;
    window.fetch = (input, init) => fetch.call(window, input, { ...init, credentials: 'omit' });
    const { mayTakeFocus, screen } = this.#options;
    if (screen.fault !== undefined) FAULTS[screen.fault](window);
    if (!mayTakeFocus) this.#allowFocus = forbidFocus(window);
  }
}

/** Keeps a frame from taking the focus away from the reader; in Chromium, `inert` does not prevent it. */
function forbidFocus(window: FrameWindow): () => void {
  const { prototype } = window.HTMLElement;
  const { prototype: dialogs } = window.HTMLDialogElement;
  const { focus } = prototype;
  const { showModal } = dialogs;
  prototype.focus = () => undefined;
  // `showModal` would take the focus, so dialogs in these frames are only opened.
  dialogs.showModal = function open() {
    this.open = true;
  };
  return () => {
    prototype.focus = focus;
    dialogs.showModal = showModal;
  };
}

function addressOf({ path, fault, isRemembered }: Screen, { theme, direction }: Look): string {
  // A relative address, because the server may be below a path.
  const address = new URL(`.${path}`, location.href);
  address.searchParams.set('theme', theme);
  address.searchParams.set('hl', LANGUAGES[direction] ?? 'en');
  // Requests of workers can neither be made to fail nor be sent without cookies.
  const isOnMain = fault === 'media fail' || fault === 'segments never come' || isRemembered === true;
  if (isOnMain) address.searchParams.set('worker', 'off');
  return address.href;
}
