import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { positionAt, type Player, type PlayerSnapshot } from '../../player/player.ts';
import { WorkingListeners } from '../shared/working-listeners.ts';
import type { TranscriptLine } from './group-cues.ts';

export interface PresentLineDependencies {
  readonly lines: readonly TranscriptLine[];
  readonly player: Pick<Player, 'getSnapshot' | 'subscribe'>;
  readonly clock: Clock;
  readonly document: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;
}

/** A seek to the start of a line may end a moment before that start. */
const TOLERANCE_SECONDS = 0.02;

/** Index of the last line that has begun, or -1. */
export function lineAt(lines: readonly TranscriptLine[], seconds: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.startSeconds ?? Infinity) <= seconds + TOLERANCE_SECONDS) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The line that is being spoken, by one timer to the start of the next line; no timer runs while nothing plays or the page is hidden. */
export class PresentLine {
  readonly #dependencies: PresentLineDependencies;
  readonly #listeners = new WorkingListeners({ start: () => this.#start(), stop: () => this.#stop() });
  #position: PlayerSnapshot['position'] | null = null;
  #index: number;
  #cancel: () => void = () => undefined;
  #unsubscribe: () => void = () => undefined;

  constructor(dependencies: PresentLineDependencies) {
    this.#dependencies = dependencies;
    this.#index = lineAt(dependencies.lines, this.#seconds());
  }

  get = (): number => this.#index;

  subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  #start(): void {
    const { player, document } = this.#dependencies;
    document.addEventListener('visibilitychange', this.#follow);
    this.#unsubscribe = player.subscribe(this.#followPlayer);
    this.#follow();
  }

  #stop(): void {
    this.#cancel();
    this.#unsubscribe();
    this.#dependencies.document.removeEventListener('visibilitychange', this.#follow);
  }

  #seconds(): number {
    const { player, clock } = this.#dependencies;
    return positionAt(player.getSnapshot(), clock.monotonicNow());
  }

  readonly #followPlayer = (): void => {
    if (this.#dependencies.player.getSnapshot().position !== this.#position) this.#follow();
  };

  readonly #follow = (): void => {
    this.#cancel();
    const { lines, player, clock, document } = this.#dependencies;
    if (document.hidden) return;
    this.#position = player.getSnapshot().position;
    const { rate } = this.#position;
    const seconds = this.#seconds();
    const index = lineAt(lines, seconds);
    const next = lines[index + 1];
    if (rate > 0 && next !== undefined)
      this.#cancel = clock.after(Math.max(1, ((next.startSeconds - seconds) / rate) * 1_000), this.#follow);
    if (index === this.#index) return;
    this.#index = index;
    this.#listeners.notify();
  };
}
