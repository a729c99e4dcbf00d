import {
  LICENSE_MAX_BYTES,
  LICENSE_TIMEOUT_MS,
  type ContentProtection,
} from '../../../../protocol/media/content-protection.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { codeOfStatus, LicenseFault } from './license-fault.ts';

/** Delays between attempts; the deadline of the license ends all attempts. */
const RETRY_DELAYS_MS = [500, 1_500, 3_000] as const;

/** The members of a request that are used here. */
export type LicenseRequest = Pick<
  XMLHttpRequest,
  'addEventListener' | 'abort' | 'open' | 'readyState' | 'setRequestHeader' | 'status' | 'timeout'
>;

/** Attempts of one license. */
interface Attempts {
  readonly startMs: number;
  count: number;
  fault: LicenseFault | null;
  /** Whether the next attempt would fail in the same way. */
  isFinal: boolean;
}

const UNSENT = 0;

/**
 * Prepares the license requests of hls.js, which repeats a failed request at once and reads any number of bytes: here attempts
 * wait, have a size limit, and end by a deadline.
 */
export class LicenseRequests {
  readonly #protection: ContentProtection;
  readonly #clock: Clock;
  /** hls.js repeats a license with the same message of the key system. */
  readonly #attempts = new WeakMap<object, Attempts>();

  constructor(protection: ContentProtection, clock: Clock) {
    this.#protection = protection;
    this.#clock = clock;
  }

  /** hls.js calls it before each attempt, and once more after it has thrown. */
  async prepare(request: LicenseRequest, url: string, keySystem: string, message: object): Promise<void> {
    const nowMs = this.#clock.monotonicNow();
    const attempts = this.#attempts.get(message) ?? { startMs: nowMs, count: 0, fault: null, isFinal: false };
    this.#attempts.set(message, attempts);
    const { fault } = attempts;
    const delayMs = fault === null ? 0 : RETRY_DELAYS_MS[attempts.count - 1];
    const remainingMs = attempts.startMs + LICENSE_TIMEOUT_MS - nowMs - (delayMs ?? 0);
    if (fault !== null && (attempts.isFinal || delayMs === undefined || remainingMs <= 0)) throw fault;
    if (delayMs !== undefined && delayMs > 0) await this.#wait(delayMs);
    attempts.count += 1;
    this.#watch(request, attempts);
    if (request.readyState === UNSENT) request.open('POST', url, true);
    request.timeout = remainingMs;
    for (const [name, value] of Object.entries(this.#protection[keySystem]?.headers ?? {}))
      request.setRequestHeader(name, value);
  }

  #watch(request: LicenseRequest, attempts: Attempts): void {
    request.addEventListener('readystatechange', () => {
      if (request.readyState !== XMLHttpRequest.DONE || request.status === 200) return;
      attempts.fault ??= new LicenseFault(codeOfStatus(request.status), `license: status ${request.status}`);
    });
    request.addEventListener('timeout', () => {
      attempts.fault = new LicenseFault('net.timeout', 'license: no response in time');
      attempts.isFinal = true;
    });
    request.addEventListener('progress', ({ loaded }) => {
      if (loaded <= LICENSE_MAX_BYTES) return;
      attempts.fault = new LicenseFault('net.badstatus', `license: more than ${LICENSE_MAX_BYTES} bytes`);
      attempts.isFinal = true;
      request.abort();
    });
  }

  #wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => void this.#clock.after(delayMs, resolve));
  }
}
