import { Emitter } from '../../player/emitter.ts';
import type { Attention } from './attention.ts';

/** The model of attention for code that loads before it: until then there are no controls that could hide. */
export class LateAttention implements Pick<Attention, 'isShown' | 'send' | 'subscribe' | 'takeClosingPress'> {
  readonly #changed: Emitter<void>;
  #attention: Attention | null = null;

  constructor(reportError: (error: unknown) => void) {
    this.#changed = new Emitter(reportError);
  }

  arrive(attention: Attention): void {
    this.#attention = attention;
    attention.subscribe(() => this.#changed.emit());
  }

  /** There are no controls yet. */
  get isLate(): boolean {
    return this.#attention === null;
  }

  isShown = (): boolean => this.#attention?.isShown() ?? true;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);
  send = (event: Parameters<Attention['send']>[0]): void => this.#attention?.send(event);
  takeClosingPress = (): boolean => this.#attention?.takeClosingPress() ?? false;
}
