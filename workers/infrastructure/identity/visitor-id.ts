import type { Clock } from '../../../protocol/runtime/clock.ts';
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

/** What decides whether the visitor id may be asked for. */
export interface VisitorIdPermission {
  /** B4 */
  readonly hasConsent: boolean;
  /** The viewer objects, by Global Privacy Control. */
  readonly objects: boolean;
  /** B5, P10 */
  readonly isPrivateEmbed: boolean;
  /** B6, P9 */
  readonly isEducationEmbed: boolean;
}

export interface VisitorIdRefreshOptions {
  readonly clock: Clock;
  readonly send: Send;
  readonly address: () => string;
  /** Asked each time: consent and configuration may come later, or go. */
  readonly permission: () => VisitorIdPermission;
  /** `undefined` when it may not be used any more. */
  readonly onId: (id: string | undefined) => void;
  readonly onProblem: (message: string) => void;
}

/** B3–B6, N13: the ad service's visitor id, asked for where it may be and kept as fresh as it has to be. */
export class VisitorIdRefresh {
  readonly #options: VisitorIdRefreshOptions;
  #cancelNext: (() => void) | null = null;
  #retries = 0;
  /** Answers that come after a stop are nobody's. */
  #generation = 0;

  constructor(options: VisitorIdRefreshOptions) {
    this.#options = options;
  }

  /** Ends with the first response; the later ones come by themselves. */
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
    const { clock, onId, onProblem } = this.#options;
    if (!this.#isAllowed()) return onId(undefined);
    const fetched = await this.#fetch();
    if (generation !== this.#generation) return;
    if (!this.#isAllowed()) return onId(undefined);
    if (fetched.ok) onId(fetched.value);
    else onProblem(fetched.message);
    this.#cancelNext = clock.after(this.#delayAfter(fetched.ok), () => void this.#refresh(generation));
  }

  #isAllowed(): boolean {
    const { hasConsent, objects, isPrivateEmbed, isEducationEmbed } = this.#options.permission();
    return hasConsent && !objects && !isPrivateEmbed && !isEducationEmbed;
  }

  /** When the retries are used up, the next refresh is the next chance. */
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
