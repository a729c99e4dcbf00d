import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { PlayerErrorCode } from '../../../protocol/errors.ts';
import type { Outcome } from '../../../protocol/runtime/outcome.ts';

interface HeartbeatAnswer {
  readonly status: 'ok' | 'stop';
  readonly reason?: string | undefined;
  readonly intervalMs: number;
}

export interface HeartbeatDependencies {
  readonly clock: Clock;
  readonly send: (sequenceNumber: number) => Promise<Outcome<HeartbeatAnswer>>;
  readonly onEnd: (code: PlayerErrorCode, reason: string) => void;
}

/** Lost beats in a row before playback ends. Our choice: one lost packet must not end a film. */
const FAILURES_MAX = 3;

/** N23: while a video plays that asks for it, tells the provider so, and ends playback when told to or cut off (H5). */
export class Heartbeat {
  readonly #dependencies: HeartbeatDependencies;
  #cancel: (() => void) | null = null;
  #sequenceNumber = 0;
  #failures = 0;
  #intervalMs: number;

  constructor(intervalMs: number, dependencies: HeartbeatDependencies) {
    this.#intervalMs = intervalMs;
    this.#dependencies = dependencies;
  }

  start(): void {
    this.#cancel ??= this.#dependencies.clock.after(this.#intervalMs, () => void this.#beat());
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  async #beat(): Promise<void> {
    const { send, onEnd } = this.#dependencies;
    const beating = this.#cancel;
    const answer = await send((this.#sequenceNumber += 1));
    /** Stopped meanwhile, and perhaps started again: then another beat is on its way. */
    if (this.#cancel !== beating) return;
    this.#cancel = null;
    if (!answer.ok) {
      this.#failures += 1;
      if (this.#failures >= FAILURES_MAX)
        return onEnd(answer.code === 'net.badstatus' ? 'heartbeat.servererror' : 'heartbeat.net', answer.message);
    } else {
      this.#failures = 0;
      if (answer.value.status === 'stop') return onEnd('heartbeat.stop', answer.value.reason ?? '');
      this.#intervalMs = answer.value.intervalMs;
    }
    this.start();
  }
}
