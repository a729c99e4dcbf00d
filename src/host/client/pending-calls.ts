import type { Clock } from '../../../protocol/clock.ts';
import { OrielError } from './oriel-error.ts';

interface PendingCall {
  readonly name: string;
  readonly resolve: () => void;
  readonly reject: (error: OrielError) => void;
  readonly cancelDeadline: () => void;
}

/** Commands on their way. Each settles: by its outcome, by its deadline, or with the player. */
export class PendingCalls {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #calls = new Map<number, PendingCall>();
  #lastId = 0;

  constructor(clock: Clock, timeoutMs: number) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  /** `send` gets the number that the outcome will carry, and says whether it could be sent. */
  start(name: string, send: (callId: number) => boolean): Promise<void> {
    const callId = (this.#lastId += 1);
    return new Promise<void>((resolve, reject) => {
      const cancelDeadline = this.#clock.after(this.#timeoutMs, () =>
        this.#settle(callId, (call) =>
          call.reject(new OrielError('timeout', `${name}: no answer within ${this.#timeoutMs} ms`)),
        ),
      );
      this.#calls.set(callId, { name, resolve, reject, cancelDeadline });
      if (send(callId)) return;
      const error = new OrielError('invalid', `${name}: the arguments cannot be put into a message`);
      this.#settle(callId, (call) => call.reject(error));
    });
  }

  /** An outcome as the frame reports it; one that nobody waits for is nothing. */
  finish(result: unknown): void {
    const { callId, ok, message } = (result ?? {}) as { callId?: unknown; ok?: unknown; message?: unknown };
    if (typeof callId !== 'number') return;
    this.#settle(callId, (call) => {
      if (ok === true) call.resolve();
      else call.reject(new OrielError('refused', `${call.name}: ${typeof message === 'string' ? message : 'refused'}`));
    });
  }

  rejectAll(error: OrielError): void {
    for (const callId of Array.from(this.#calls.keys())) this.#settle(callId, (call) => call.reject(error));
  }

  #settle(callId: number, settle: (call: PendingCall) => void): void {
    const call = this.#calls.get(callId);
    if (call === undefined) return;
    this.#calls.delete(callId);
    call.cancelDeadline();
    settle(call);
  }
}
