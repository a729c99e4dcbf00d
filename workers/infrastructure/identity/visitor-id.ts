import { ERROR_MESSAGES } from '../../../protocol/errors.ts';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import { VisitorIdResponse } from '../../../protocol/provider/identity.ts';
import { readJson } from '../transport/read-json.ts';
import type { Send } from '../transport/transport.ts';
import {
  VISITOR_ID_REFRESH_MS,
  VISITOR_ID_RETRIES_MAX,
  VISITOR_ID_RETRY_MS,
  VISITOR_ID_TIMEOUT_MS,
} from '../../../protocol/constants.ts';

/** Decides whether the visitor id may be requested. */
export interface VisitorIdPermission {
  /** `false` in a private embed and for a viewer who objects (B4, B5). */
  readonly hasConsent: boolean;
  /** An education embed fetches no visitor id (B6, P9). */
  readonly isEducationEmbed: boolean;
}

export interface VisitorIdRefreshOptions {
  /** Runs `work` after a delay, as a job; the returned function cancels it (X5). */
  readonly later: (delayMs: number, work: () => Promise<void>) => () => void;
  readonly send: Send;
  readonly address: () => string;
  /** Read at each refresh: consent and configuration may change. */
  readonly permission: () => VisitorIdPermission;
  /** `undefined` when the id may no longer be used. */
  readonly onId: (id: string | undefined) => void;
  readonly onProblem: (message: string) => void;
}

/** The ad service's visitor id, requested where permitted and refreshed periodically (B3–B6, N13). */
export class VisitorIdRefresh {
  readonly #options: VisitorIdRefreshOptions;
  #cancelNext: (() => void) | null = null;
  #retries = 0;
  /** Responses of an earlier generation are ignored after a stop. */
  #generation = 0;

  constructor(options: VisitorIdRefreshOptions) {
    this.#options = options;
  }

  /** Resolves after the first response; refreshes run on a timer. */
  async run(): Promise<void> {
    this.stop();
    await this.#refresh(this.#generation);
  }

  stop(): void {
    this.#generation += 1;
    this.#retries = 0;
    this.#cancelNext?.();
    this.#cancelNext = null;
  }

  async #refresh(generation: number): Promise<void> {
    const { later, onId, onProblem } = this.#options;
    if (!this.#isAllowed()) return onId(undefined);
    const fetched = await this.#fetch();
    if (generation !== this.#generation) return;
    if (!this.#isAllowed()) return onId(undefined);
    if (fetched.ok) onId(fetched.value);
    else onProblem(fetched.message);
    this.#cancelNext = later(this.#delayAfter(fetched.ok), () => this.#refresh(generation));
  }

  #isAllowed(): boolean {
    const { hasConsent, isEducationEmbed } = this.#options.permission();
    return hasConsent && !isEducationEmbed;
  }

  /** Delay until the next request. When the retries are used up, the next refresh tries again. */
  #delayAfter(isFetched: boolean): number {
    if (isFetched || this.#retries === VISITOR_ID_RETRIES_MAX) {
      this.#retries = 0;
      return VISITOR_ID_REFRESH_MS;
    }
    this.#retries += 1;
    return VISITOR_ID_RETRY_MS;
  }

  async #fetch(): Promise<Outcome<string>> {
    const { send, address } = this.#options;
    const response = await send({ address: address(), method: 'GET', timeoutMs: VISITOR_ID_TIMEOUT_MS });
    const json = response.ok ? readJson(response.value) : response;
    const parsed = json.ok ? parseAt('visitor id', VisitorIdResponse, json.value) : json;
    if (!parsed.ok) return parsed;
    return parsed.value.id ? succeed(parsed.value.id) : fail('edge.invalid', ERROR_MESSAGES.visitorIdMissing);
  }
}
