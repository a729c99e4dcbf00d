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
 * A player in a frame, whose viewer is a new one: frames share an origin, and would continue where others have stopped.
 */
export class PlayerFrame {
  readonly #options: PlayerFrameOptions;
  readonly #storage = memoryStorage();
  #element: HTMLIFrameElement | undefined;
  #allowFocus = (): void => undefined;

  constructor(options: PlayerFrameOptions) {
    this.#options = options;
  }

  /** `null` while another origin is in the frame, such as the browser's own page about an error. */
  get window(): FrameWindow | null {
    const { contentDocument = null } = this.#element ?? {};
    return (contentDocument?.defaultView ?? null) as FrameWindow | null;
  }

  /** Whether the page has the window that was prepared: a browser may give it another. */
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
      /** Before it is attached: the window of the empty document is the page's then, and can be prepared. */
      src: addressOf(screen, look),
    });
    this.#element = element;
    place.replaceChildren(element);
    if (this.window !== null) this.#prepare(this.window);
  }

  /** The steps are over: the frame is its reader's. */
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

/** A frame would take the focus from where the reader of the page is. An `inert` frame of Chromium's does, too. */
function forbidFocus(window: FrameWindow): () => void {
  const { prototype } = window.HTMLElement;
  const { prototype: dialogs } = window.HTMLDialogElement;
  const { focus } = prototype;
  const { showModal } = dialogs;
  prototype.focus = () => undefined;
  // `showModal` takes the focus, so dialogs of these frames only look modal.
  dialogs.showModal = function open() {
    this.open = true;
  };
  return () => {
    prototype.focus = focus;
    dialogs.showModal = showModal;
  };
}

function addressOf({ path, fault, isRemembered }: Screen, { theme, direction }: Look): string {
  // Relative: the server may lie below a path.
  const address = new URL(`.${path}`, location.href);
  address.searchParams.set('theme', theme);
  address.searchParams.set('hl', LANGUAGES[direction] ?? 'en');
  // Requests of workers cannot be made to fail, nor be sent without cookies.
  const isOnMain = fault === 'media fail' || fault === 'segments never come' || isRemembered === true;
  if (isOnMain) address.searchParams.set('worker', 'off');
  return address.href;
}
