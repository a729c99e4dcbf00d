import { nextAttention, type AttentionEvent } from '../attention/attention-table.ts';
import type { EarlyAttention } from '../attention/late-attention.ts';

/** Attention while nobody is there: nothing is shown. Keeps the last event that shows something for the model that comes with the interface. */
export class Nobody implements EarlyAttention {
  #last: AttentionEvent | null = null;
  #expectsClosingPress = false;

  isShown = (): boolean => false;
  isMovingFocus = (): boolean => false;
  /** Never changes. */
  subscribe = (): (() => void) => () => undefined;
  send = (event: AttentionEvent): void => {
    if (event === 'left') this.#last = null;
    else if (nextAttention('away', event) !== 'away') this.#last = event;
  };

  /** A press takes a menu back that has not come. */
  expectClosingPress = (): void => void (this.#expectsClosingPress = true);

  takeClosingPress = (): boolean => {
    const isExpected = this.#expectsClosingPress;
    this.#expectsClosingPress = false;
    return isExpected;
  };

  /** The last event, once. */
  take(): AttentionEvent | null {
    const last = this.#last;
    this.#last = null;
    return last;
  }
}
