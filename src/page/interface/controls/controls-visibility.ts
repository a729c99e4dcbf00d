import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { PLAYER_STATE } from '../../../../protocol/host/player-info.ts';
import { Emitter } from '../../player/emitter.ts';
import type { Player } from '../../player/player.ts';

/** Time between the viewer's last input and the controls hiding. Our choice. */
const CONTROLS_HIDE_DELAY_MS = 3_000;

/**
 * Controls show while nothing plays, while the viewer is active, and while keyboard focus is among them, which the
 * picture is not; otherwise they hide. Visibility is an attribute of the root element, so hiding costs no render.
 */
export class ControlsVisibility {
  readonly #root: HTMLElement;
  readonly #player: Player;
  readonly #clock: Clock;
  readonly #changed: Emitter<void>;
  /** Set while the wait for hiding runs. */
  #cancelHide: (() => void) | null = null;
  #visible = true;

  constructor(root: HTMLElement, player: Player, clock: Clock, reportError: (error: unknown) => void) {
    this.#root = root;
    this.#player = player;
    this.#clock = clock;
    this.#changed = new Emitter(reportError);
    for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const)
      root.addEventListener(type, () => this.show(), { passive: true });
    root.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && this.hide());
    player.subscribe(() => this.#onPlayer());
    this.show();
  }

  isVisible = (): boolean => this.#visible;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);

  /** Viewer input: restarts the timer. */
  show(): void {
    this.#disarm();
    this.#set(true);
    this.#arm();
  }

  hide(): void {
    this.#disarm();
    if (this.#mayHide()) this.#set(false);
  }

  #mayHide(): boolean {
    if (!this.#isPlaying()) return false;
    const hasOpenMenu = this.#root.querySelector('[aria-expanded="true"], [data-panel]') !== null;
    return !hasOpenMenu && this.#root.querySelector(':focus-visible:not(canvas)') === null;
  }

  #isPlaying(): boolean {
    const { state, error } = this.#player.getSnapshot();
    return error === null && (state === PLAYER_STATE.playing || state === PLAYER_STATE.buffering);
  }

  /** Menus and focus reveal hidden controls by their own events, so they are not checked during playback. */
  #onPlayer(): void {
    if (!this.#visible && this.#isPlaying()) return;
    if (!this.#mayHide()) this.show();
    else this.#arm();
  }

  /** The snapshot changes often; a running timer continues. */
  #arm(): void {
    if (this.#cancelHide !== null || !this.#visible || !this.#mayHide()) return;
    this.#cancelHide = this.#clock.after(CONTROLS_HIDE_DELAY_MS, () => this.hide());
  }

  #disarm(): void {
    this.#cancelHide?.();
    this.#cancelHide = null;
  }

  #set(visible: boolean): void {
    if (visible === this.#visible) return;
    this.#visible = visible;
    this.#root.toggleAttribute('data-idle', !visible);
    this.#changed.emit();
  }
}
