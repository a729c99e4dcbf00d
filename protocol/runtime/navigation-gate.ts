import type { Clock } from './clock.ts';
import type { NavigationState } from '../threads/lifecycle-states.ts';
import { NAVIGATION_GATE_MS } from '../constants.ts';

type NavigationCause = 'began' | 'ended' | 'took_too_long';

/** An empty cell keeps the state (X4). */
const TRANSITIONS: Readonly<Record<NavigationState, Partial<Record<NavigationCause, NavigationState>>>> = {
  none: { began: 'application_navigating' },
  application_navigating: { ended: 'none', took_too_long: 'none' },
};

/**
 * Delays work that can wait while the page navigates. No event reliably marks the end of a navigation, so the gate also
 * opens after a timeout. In `protocol`, because main and the worker each have a gate.
 */
export class NavigationGate {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();
  #state: NavigationState = 'none';
  #cancelFallback: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get state(): NavigationState {
    return this.#state;
  }

  /** A navigation that begins during another restarts the timeout. */
  begin(): void {
    this.#cancelFallback?.();
    this.#cancelFallback = this.#clock.after(NAVIGATION_GATE_MS, () => this.#move('took_too_long'));
    this.#move('began');
  }

  end(): void {
    this.#move('ended');
  }

  /** Runs `work` now or when the gate opens; the returned function cancels it. */
  whenOpen(work: () => void): () => void {
    if (this.#state === 'none') {
      work();
      return () => {};
    }
    this.#waiting.add(work);
    return () => void this.#waiting.delete(work);
  }

  stop(): void {
    this.#cancelFallback?.();
    this.#cancelFallback = null;
    this.#waiting.clear();
  }

  #move(cause: NavigationCause): void {
    this.#state = TRANSITIONS[this.#state][cause] ?? this.#state;
    if (this.#state !== 'none') return;
    this.#cancelFallback?.();
    this.#cancelFallback = null;
    const ready = [...this.#waiting];
    this.#waiting.clear();
    for (const work of ready) work();
  }
}
