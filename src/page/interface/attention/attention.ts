import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { Emitter } from '../../player/emitter.ts';
import type { Player } from '../../player/player.ts';
import { nextAttention, STATE_DURATION_MS, type AttentionEvent, type AttentionState } from './attention-table.ts';

/**
 * How long after a choice in a menu a press beside it is still taken for closing the menu. A hand that is already moving needs about a
 * second.
 */
const CLOSING_PRESS_MS = 1_500;

export interface AttentionDependencies {
  readonly root: HTMLElement;
  readonly player: Player;
  readonly clock: Clock;
  /** Whether there are pictures that the controls cover. For sound only, the controls do not hide. */
  readonly hasPictures?: () => boolean;
  /** The video has played without the interface: only an input shows the controls. */
  readonly isAway?: boolean;
  readonly reportError: (error: unknown) => void;
}

/**
 * Activity of the viewer, and the parts that are shown because of it: the controls show while nothing plays, unless they are
 * dismissed from a paused picture, and while the viewer is active. The stylesheet reads both from attributes of the root, so hiding
 * costs no render.
 */
export class Attention {
  readonly #root: HTMLElement;
  readonly #player: Player;
  readonly #clock: Clock;
  readonly #hasPictures: () => boolean;
  readonly #changed: Emitter<void>;
  #state: AttentionState;
  #isPlaying: boolean;
  #isShown = true;
  #inputAtMs: number;
  #closingPressUntilMs = Number.NEGATIVE_INFINITY;
  /** `null` while no timer runs. */
  #cancelTimer: (() => void) | null = null;
  #isMovingFocus = false;

  constructor({ root, player, clock, hasPictures = () => true, isAway = false, reportError }: AttentionDependencies) {
    this.#state = isAway ? 'away' : 'lingering';
    this.#root = root;
    this.#player = player;
    this.#clock = clock;
    this.#hasPictures = hasPictures;
    this.#changed = new Emitter(reportError);
    this.#isPlaying = isPlaying(player);
    this.#inputAtMs = clock.monotonicNow();
    player.subscribe(() => this.#followPlayer());
    root.dataset['attention'] = this.#state;
    this.#show();
    root.toggleAttribute('data-idle', !this.#isShown);
    this.#arm();
  }

  get = (): AttentionState => this.#state;
  /** Whether bar and title are on the screen. */
  isShown = (): boolean => this.#isShown;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);

  send(event: AttentionEvent): void {
    const next = nextAttention(this.#state, event);
    this.#inputAtMs = this.#clock.monotonicNow();
    if (next === this.#state) return this.#arm();
    this.#state = next;
    this.#root.dataset['attention'] = next;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#arm();
    if (!this.#show()) this.#changed.emit();
  }

  /** Focus changes within `move` do not count as activity of the viewer. */
  moveFocus(move: () => void): void {
    this.#isMovingFocus = true;
    try {
      move();
    } finally {
      this.#isMovingFocus = false;
    }
  }

  isMovingFocus = (): boolean => this.#isMovingFocus;

  /** Called when a menu closes by itself: the viewer may still press beside the menu, which closes it in other players. */
  expectClosingPress(): void {
    this.#closingPressUntilMs = this.#clock.monotonicNow() + CLOSING_PRESS_MS;
  }

  /** Whether the present press on the picture is the expected closing press; the expectation ends with this call. */
  takeClosingPress(): boolean {
    const isExpected = this.#clock.monotonicNow() < this.#closingPressUntilMs;
    this.#closingPressUntilMs = Number.NEGATIVE_INFINITY;
    return isExpected;
  }

  #followPlayer(): void {
    const wasPlaying = this.#isPlaying;
    this.#isPlaying = isPlaying(this.#player);
    if (this.#isPlaying !== wasPlaying) this.send(this.#isPlaying ? 'started' : 'stopped');
    this.#show();
  }

  /** One timer for many inputs: when it fires, it reads the time of the last input. While nothing plays, nothing hides. */
  #arm(): void {
    const durationMs = STATE_DURATION_MS[this.#state];
    if (this.#cancelTimer !== null || durationMs === undefined || !this.#isPlaying) return;
    const restMs = this.#inputAtMs + durationMs - this.#clock.monotonicNow();
    this.#cancelTimer = this.#clock.after(restMs, () => {
      this.#cancelTimer = null;
      if (this.#clock.monotonicNow() < this.#inputAtMs + durationMs || !this.#isPlaying) this.#arm();
      else this.send('elapsed');
    });
  }

  /** Whether the viewer has dismissed the controls from a paused picture. */
  #isCleared(): boolean {
    const { state, error } = this.#player.getSnapshot();
    return this.#state === 'dismissed' && state === PLAYER_STATE.paused && error === null;
  }

  /** Returns whether the shown parts have changed. */
  #show(): boolean {
    const isLeft = this.#state === 'dismissed' || (this.#state === 'away' && this.#hasPictures());
    const isHidden = this.#isPlaying ? isLeft : this.#isCleared();
    const isShown = !isHidden;
    if (isShown === this.#isShown) return false;
    this.#isShown = isShown;
    this.#root.toggleAttribute('data-idle', !isShown);
    this.#changed.emit();
    return true;
  }
}

function isPlaying(player: Player): boolean {
  const { state, error } = player.getSnapshot();
  return error === null && (state === PLAYER_STATE.playing || state === PLAYER_STATE.buffering);
}
