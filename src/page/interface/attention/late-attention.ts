import { Emitter } from '../../player/emitter.ts';
import type { Attention } from './attention.ts';
import type { AttentionEvent } from './attention-table.ts';

/** The part of attention that code uses which loads before it. */
export type EarlyAttention = Pick<Attention, 'isShown' | 'send' | 'subscribe' | 'takeClosingPress'>;

/** The model of attention for code that loads before it: until then there are no controls that could hide. */
export class LateAttention implements EarlyAttention {
  readonly #changed: Emitter<void>;
  #attention: EarlyAttention | null = null;
  #isGivenUp = false;

  constructor(reportError: (error: unknown) => void) {
    this.#changed = new Emitter(reportError);
  }

  /** A later one replaces an earlier one. */
  arrive = (attention: EarlyAttention): void => this.#become(attention);

  /** Unless another one has replaced it. */
  leave(attention: EarlyAttention): void {
    if (this.#attention === attention) this.#become(null);
  }

  /** There are no controls yet. */
  get isLate(): boolean {
    return this.#attention === null;
  }

  /** The controls did not load. */
  giveUp(): void {
    this.#isGivenUp = true;
  }

  /** The controls are needed, and did not load: until they do, a tap on the picture pauses and plays. */
  get isGivenUp(): boolean {
    return this.isLate && this.#isGivenUp;
  }

  isShown = (): boolean => this.#attention?.isShown() ?? true;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);
  send = (event: AttentionEvent): void => this.#attention?.send(event);
  takeClosingPress = (): boolean => this.#attention?.takeClosingPress() ?? false;

  #become(attention: EarlyAttention | null): void {
    const wasShown = this.isShown();
    this.#attention = attention;
    attention?.subscribe(() => this.#changed.emit());
    if (this.isShown() !== wasShown) this.#changed.emit();
  }
}
