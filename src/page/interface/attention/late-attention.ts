import { Emitter } from '../../player/emitter.ts';
import type { Attention } from './attention.ts';
import type { AttentionEvent } from './attention-table.ts';

/** The part of `Attention` that is used before its code has loaded. */
export type EarlyAttention = Pick<Attention, 'isShown' | 'send' | 'subscribe' | 'takeClosingPress'>;

/** Forwards to the attention model once it has loaded; until then there are no controls that could hide. */
export class LateAttention implements EarlyAttention {
  readonly #changed: Emitter<void>;
  #attention: EarlyAttention | null = null;
  #isGivenUp = false;

  constructor(reportError: (error: unknown) => void) {
    this.#changed = new Emitter(reportError);
  }

  /** A later model replaces an earlier model. */
  arrive = (attention: EarlyAttention): void => this.#become(attention);

  /** Removes this model, unless another model has replaced it. */
  leave(attention: EarlyAttention): void {
    if (this.#attention === attention) this.#become(null);
  }

  /** Whether there are no controls yet. */
  get isLate(): boolean {
    return this.#attention === null;
  }

  /** Called when the controls failed to load. */
  giveUp(): void {
    this.#isGivenUp = true;
  }

  /** Whether the controls failed to load: until they load, a tap on the picture pauses and plays. */
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
