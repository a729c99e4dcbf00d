import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { PlayerErrorCode } from '../../../protocol/errors.ts';
import type { Outcome } from '../../../protocol/runtime/outcome.ts';

interface HeartbeatResponse {
  readonly status: 'ok' | 'stop';
  readonly reason?: string | undefined;
  readonly intervalMs: number;
}

export interface HeartbeatDependencies {
  readonly clock: Clock;
  readonly send: (sequenceNumber: number) => Promise<Outcome<HeartbeatResponse>>;
  readonly onEnd: (code: PlayerErrorCode, reason: string) => void;
}

/** Consecutive lost heartbeats before playback ends. One lost packet must not end a video. */
const FAILURES_MAX = 3;

/**
 * Sends heartbeats while a video that requires them plays, and ends playback when the provider requests it or does not respond (H5,
 * N23).
 */
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
    const cancelAtSend = this.#cancel;
    const response = await send((this.#sequenceNumber += 1));
    // Stopped while the call was pending, and perhaps restarted: then another heartbeat is scheduled.
    if (this.#cancel !== cancelAtSend) return;
    this.#cancel = null;
    if (!response.ok) {
      this.#failures += 1;
      if (this.#failures >= FAILURES_MAX)
        return onEnd(response.code === 'net.badstatus' ? 'heartbeat.servererror' : 'heartbeat.net', response.message);
    } else {
      this.#failures = 0;
      if (response.value.status === 'stop') return onEnd('heartbeat.stop', response.value.reason ?? '');
      this.#intervalMs = response.value.intervalMs;
    }
    this.start();
  }
}
