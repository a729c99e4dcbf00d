import { counted } from '../../../protocol/runtime/counted.ts';

/** Loss: a cue that ends before it begins. */
export const BACKWARDS = 'backwards cue';

/** Loss: a line whose time or data is unreadable. */
export const UNREADABLE = 'unreadable line';

/** Counts the parts of captions that a conversion loses, and collects other remarks about it. */
export class Losses {
  readonly #counts = new Map<string, number>();
  readonly #sentences: string[] = [];

  /** @param part In the singular, such as `font`. */
  add(part: string): void {
    this.#counts.set(part, (this.#counts.get(part) ?? 0) + 1);
  }

  say(sentence: string): void {
    this.#sentences.push(sentence);
  }

  sentences(): string[] {
    if (this.#counts.size === 0) return this.#sentences;
    const parts = [...this.#counts].map(([part, count]) => counted(count, part));
    return [...this.#sentences, `WebVTT cannot hold all of it: ${parts.join(', ')} left out.`];
  }
}
