import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { AllowedRange } from './allowed-range.ts';
import { OrielError } from './oriel-error.ts';
import { isRetryable } from './playback-error.ts';

interface PendingCall {
  readonly name: string;
  /** The allowed range of the command at the time of its refusal. */
  readonly range: () => AllowedRange | undefined;
  readonly resolve: () => void;
  readonly reject: (error: OrielError) => void;
  readonly cancelDeadline: () => void;
}

/** Pending commands. Each settles by its outcome, by its deadline, or when the player is destroyed. */
export class PendingCalls {
  readonly #clock: Clock;
  readonly #rangeOf: (name: string) => AllowedRange | undefined;
  readonly timeoutMs: number;
  readonly #calls = new Map<number, PendingCall>();
  #lastId = 0;

  constructor(clock: Clock, timeoutMs: number, rangeOf: (name: string) => AllowedRange | undefined = () => undefined) {
    this.#clock = clock;
    this.#rangeOf = rangeOf;
    this.timeoutMs = timeoutMs;
  }

  /** `send` receives the number that the outcome will carry, and returns whether it could be sent. */
  start(name: string, send: (callId: number) => boolean): Promise<void> {
    const callId = (this.#lastId += 1);
    return new Promise<void>((resolve, reject) => {
      const cancelDeadline = this.#clock.after(this.timeoutMs, () =>
        this.#settle(callId, (call) =>
          call.reject(new OrielError('timeout', `${name}: no answer within ${this.timeoutMs} ms`)),
        ),
      );
      const range = (): AllowedRange | undefined => this.#rangeOf(name);
      this.#calls.set(callId, { name, range, resolve, reject, cancelDeadline });
      if (send(callId)) return;
      const error = new OrielError('invalid', `${name}: the arguments cannot be put into a message`);
      this.#settle(callId, (call) => call.reject(error));
    });
  }

  /** Settles a command by the outcome that the frame reports; an outcome without a pending command is ignored. */
  finish(result: unknown): void {
    const { callId, ok } = (result ?? {}) as { callId?: unknown; ok?: unknown };
    if (typeof callId !== 'number') return;
    this.#settle(callId, (call) => {
      if (ok === true) call.resolve();
      else call.reject(failureOf(call, result as Record<string, unknown>));
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

/** The frame sends JSON, so every field is checked before use. */
function failureOf(
  { name, range }: PendingCall,
  { code, message, hostCode, fatal }: Record<string, unknown>,
): OrielError {
  const kind =
    code === 'command.replaced'
      ? 'replaced'
      : code === 'browser.refused'
        ? 'blocked'
        : fatal === true
          ? 'playback'
          : 'refused';
  const known = {
    hostCode: typeof hostCode === 'number' ? hostCode : undefined,
    reason: typeof code === 'string' ? code : undefined,
  };
  return new OrielError(kind, `${name}: ${typeof message === 'string' ? message : 'refused'}`, {
    ...known,
    range: code === 'api.invalidparam' ? range() : undefined,
    fatal: fatal === true,
    retryable: kind === 'playback' && isRetryable(known.hostCode, known.reason),
  });
}
