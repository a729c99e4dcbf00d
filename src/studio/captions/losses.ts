import { counted } from '../../../protocol/runtime/counted.ts';

/** A cue that ends before it begins. */
export const BACKWARDS = 'backwards cue';

/** A line with a time or data that nobody can read. */
export const UNREADABLE = 'unreadable line';

/** Counts the parts of captions that WebVTT cannot hold, so that each loss can be reported, and keeps what else is to be said. */
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
