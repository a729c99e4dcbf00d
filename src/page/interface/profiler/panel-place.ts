import { Emitter } from '../../player/emitter.ts';
import { openPanelWindow } from './panel-window.ts';

/**
 * Where the panel is: beside or under the player, which becomes smaller by the panel's size; in a strip above the play button, if the
 * frame is too low for both; or in a separate window.
 */
export type PanelSide = 'beside' | 'under' | 'strip' | 'window';

export interface PanelPlacement {
  readonly side: PanelSide;
  /** Content of the separate window. */
  readonly body: HTMLElement | null;
  /** Share of the frame's width or height that the panel takes. */
  readonly share: number;
  /** Whether the viewer can choose between both sides. */
  readonly hasBothSides: boolean;
  /** Why the browser refused the last requested window; empty if it did not. */
  readonly refusal: string;
}

export interface PanelPlaceOptions {
  readonly window: Window & { readonly credentialless?: boolean };
  /** Element of the player. */
  readonly root: HTMLElement;
  readonly reportError: (error: unknown) => void;
  /** Called when the viewer has closed the separate window. */
  readonly onWindowClosed: () => void;
}

/** The controls of the player need 480 px beside the panel, and 176 px above it; the panel needs 320 px of width, or 90 px of height. */
const ROOM_BESIDE = '(min-width: 800px) and (min-height: 256px)';
const ROOM_UNDER = '(min-height: 266px)';
const SHARES = { beside: 0.4, under: 0.46 } as const;
const SHARE_MIN = 0.2;
const SHARE_MAX = 0.75;

/** Place of the panel. It never covers the play button, since profiling a video begins with a press on it. */
export class PanelPlace {
  /** Frames of an opaque origin, and credentialless ones, cannot reach into the windows that they open. */
  readonly canOpenWindow: boolean;
  readonly #options: PanelPlaceOptions;
  readonly #changed: Emitter<void>;
  readonly #beside: MediaQueryList;
  readonly #under: MediaQueryList;
  readonly #ending = new AbortController();
  readonly #shares: Record<'beside' | 'under', number> = { ...SHARES };
  #wanted: 'beside' | 'under' = 'beside';
  #closeWindow: (() => void) | null = null;
  #body: HTMLElement | null = null;
  #refusal = '';
  #placement: PanelPlacement;

  constructor(options: PanelPlaceOptions) {
    const { window, reportError } = options;
    this.canOpenWindow = window.origin !== 'null' && window.credentialless !== true;
    this.#options = options;
    this.#changed = new Emitter(reportError);
    this.#beside = window.matchMedia(ROOM_BESIDE);
    this.#under = window.matchMedia(ROOM_UNDER);
    this.#placement = this.#current();
  }

  get = (): PanelPlacement => this.#placement;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);

  start(): void {
    const { signal } = this.#ending;
    for (const room of [this.#beside, this.#under]) room.addEventListener('change', () => this.#update(), { signal });
    this.#options.window.addEventListener('pagehide', () => this.#closeWindow?.(), { signal });
    this.#update();
  }

  close(): void {
    this.#ending.abort();
    this.#closeWindow?.();
    this.#closeWindow = null;
    this.#body = null;
    const { root } = this.#options;
    delete root.dataset['profiler'];
    root.style.removeProperty('--oriel-profiler-share');
  }

  /** Moves the panel to the other side of the video. */
  turn(): void {
    this.#wanted = this.#placement.side === 'beside' ? 'under' : 'beside';
    this.#update();
  }

  resize(share: number): void {
    const { side } = this.#placement;
    if (side !== 'beside' && side !== 'under') return;
    this.#shares[side] = Math.min(SHARE_MAX, Math.max(SHARE_MIN, share));
    this.#update();
  }

  /** Needs a gesture. The panel stays where it is if the browser or the host refuses. */
  async openWindow(): Promise<void> {
    const { window, onWindowClosed } = this.#options;
    const opened = await openPanelWindow(window, () => {
      if (this.#body === null) return;
      this.#body = null;
      onWindowClosed();
    });
    if (!opened.ok) this.#refusal = opened.message;
    else if (this.#ending.signal.aborted) return opened.value.close();
    else {
      this.#refusal = '';
      this.#body = opened.value.body;
      this.#closeWindow = opened.value.close;
    }
    this.#update();
  }

  /** Moves the panel back into the frame. */
  dock(): void {
    this.#body = null;
    this.#closeWindow?.();
    this.#closeWindow = null;
    this.#update();
  }

  #current(): PanelPlacement {
    const side = this.#sideNow();
    const share = side === 'beside' || side === 'under' ? this.#shares[side] : 1;
    const hasBothSides = this.#beside.matches && this.#under.matches;
    return { side, body: this.#body, share, hasBothSides, refusal: this.#refusal };
  }

  #sideNow(): PanelSide {
    if (this.#body !== null) return 'window';
    if (this.#beside.matches && (this.#wanted === 'beside' || !this.#under.matches)) return 'beside';
    return this.#under.matches ? 'under' : 'strip';
  }

  /** Styles of the player follow an attribute of its element. */
  #update(): void {
    this.#placement = this.#current();
    const { root } = this.#options;
    const { side, share } = this.#placement;
    root.dataset['profiler'] = side;
    root.style.setProperty('--oriel-profiler-share', `${(share * 100).toFixed(2)}%`);
    this.#changed.emit();
  }
}
