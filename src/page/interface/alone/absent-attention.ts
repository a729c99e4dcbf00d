import { nextAttention, type AttentionEvent } from '../attention/attention-table.ts';
import type { EarlyAttention } from '../attention/late-attention.ts';

/**
 * Stands in for the attention model until the interface loads: no controls are shown. Keeps the last event that would show them for that
 * model.
 */
export class AbsentAttention implements EarlyAttention {
  #last: AttentionEvent | null = null;
  #expectsClosingPress = false;

  isShown = (): boolean => false;
  isMovingFocus = (): boolean => false;
  /** Never calls a listener, since the state never changes. */
  subscribe = (): (() => void) => () => undefined;
  send = (event: AttentionEvent): void => {
    if (event === 'left') this.#last = null;
    else if (nextAttention('away', event) !== 'away') this.#last = event;
  };

  /** The next press on the picture only cancels the requested context menu; it does not toggle playback. */
  expectClosingPress = (): void => void (this.#expectsClosingPress = true);

  takeClosingPress = (): boolean => {
    const isExpected = this.#expectsClosingPress;
    this.#expectsClosingPress = false;
    return isExpected;
  };

  /** Returns the kept event once. */
  take(): AttentionEvent | null {
    const last = this.#last;
    this.#last = null;
    return last;
  }
}
