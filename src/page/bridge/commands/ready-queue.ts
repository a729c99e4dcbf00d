import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { HOST_QUEUE_MAX_BYTES, READY_POLL_INTERVAL_MS } from '../../../../protocol/constants.ts';
import type { Player } from '../../player/player.ts';

/** Longest wait for metadata before `onReady`: hosts expect the duration with it. */
export const READY_WITHOUT_METADATA_MS = 2_000;

export interface ReadyQueueDependencies {
  readonly player: Pick<Player, 'getSnapshot'>;
  readonly clock: Clock;
  /** Called once, before the first command runs. */
  readonly onReady: () => void;
}

/**
 * Holds commands back until the player is ready (P7): checks every 50 ms, and then runs them in order. A player that never
 * gets a video counts as ready after {@link READY_WITHOUT_METADATA_MS}, so that hosts do not wait indefinitely.
 */
export class ReadyQueue {
  readonly #dependencies: ReadyQueueDependencies;
  readonly #startedAtMs: number;
  readonly #pending: (() => void)[] = [];
  #pendingBytes = 0;
  #isReady = false;

  constructor(dependencies: ReadyQueueDependencies) {
    this.#dependencies = dependencies;
    this.#startedAtMs = dependencies.clock.monotonicNow();
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Checks at once and then every 50 ms. */
  start(): void {
    this.check();
    if (!this.#isReady) this.#dependencies.clock.after(READY_POLL_INTERVAL_MS, () => this.start());
  }

  /** Checks now: skips the rest of the interval when the caller knows that the player is ready. */
  check(): void {
    if (this.#isReady || !this.#isReadyNow()) return;
    this.#isReady = true;
    this.#dependencies.onReady();
    for (const run of this.#pending.splice(0)) run();
  }

  /** Runs a command now or when the player is ready; `false` when queued commands take up too much memory. */
  submit(run: () => void, bytes: number): boolean {
    if (this.#isReady) {
      run();
      return true;
    }
    if (this.#pendingBytes + bytes > HOST_QUEUE_MAX_BYTES) return false;
    this.#pendingBytes += bytes;
    this.#pending.push(run);
    return true;
  }

  #isReadyNow(): boolean {
    const { player, clock } = this.#dependencies;
    return player.getSnapshot().ready || clock.monotonicNow() - this.#startedAtMs >= READY_WITHOUT_METADATA_MS;
  }
}
