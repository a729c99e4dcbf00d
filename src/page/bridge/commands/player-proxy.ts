import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { HOST_QUEUE_MAX_BYTES, PROXY_POLL_INTERVAL_MS } from '../../../../protocol/constants.ts';

/** `onReady` without metadata: how long hosts wait for the duration at most. Our choice. */
export const READY_WITHOUT_METADATA_MS = 2_000;

export interface PlayerProxyDependencies<Command> {
  readonly clock: Clock;
  readonly isPlayerPresent: () => boolean;
  readonly run: (command: Command) => void;
  /** Called once, before the first command runs. */
  readonly onReady: () => void;
}

/**
 * Queues commands until the player is ready (P7): checks every 50 ms, keeps them in order, and runs them then. A player
 * that never learns its video is taken as it is after a while, so that hosts do not wait indefinitely.
 */
export class PlayerProxy<Command> {
  readonly #dependencies: PlayerProxyDependencies<Command>;
  readonly #startedAtMs: number;
  readonly #pending: Command[] = [];
  #pendingBytes = 0;
  #isReady = false;
  #cancelPoll: (() => void) | null = null;

  constructor(dependencies: PlayerProxyDependencies<Command>) {
    this.#dependencies = dependencies;
    this.#startedAtMs = dependencies.clock.monotonicNow();
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Checks at once and then every 50 ms. */
  start(): void {
    this.check();
    if (!this.#isReady) this.#poll();
  }

  /** Checks now: skips the rest of the interval when the caller knows that the player is ready. */
  check(): void {
    if (this.#isReady || !this.#isPresent()) return;
    this.stop();
    this.#isReady = true;
    this.#dependencies.onReady();
    for (const command of this.#pending.splice(0)) this.#dependencies.run(command);
  }

  /** Runs a command now or when the player is ready; `false` when the queued ones take up too much memory. */
  submit(command: Command, bytes: number): boolean {
    if (this.#isReady) {
      this.#dependencies.run(command);
      return true;
    }
    if (this.#pendingBytes + bytes > HOST_QUEUE_MAX_BYTES) return false;
    this.#pendingBytes += bytes;
    this.#pending.push(command);
    return true;
  }

  stop(): void {
    this.#cancelPoll?.();
    this.#cancelPoll = null;
  }

  #poll(): void {
    this.#cancelPoll = this.#dependencies.clock.after(PROXY_POLL_INTERVAL_MS, () => {
      this.check();
      if (!this.#isReady) this.#poll();
    });
  }

  #isPresent(): boolean {
    const waitedMs = this.#dependencies.clock.monotonicNow() - this.#startedAtMs;
    return this.#dependencies.isPlayerPresent() || waitedMs >= READY_WITHOUT_METADATA_MS;
  }
}
