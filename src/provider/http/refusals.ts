import type { Random } from '../../../protocol/runtime/clock.ts';
import type { Refusal } from './refusal.ts';
import { errorResponse } from './responses.ts';
import { LASTING_WAIT, retryHeaders } from './retry-after.ts';

export interface RefusalsDependencies {
  readonly random: Random;
  /** Called with the name of the exceeded limit. */
  readonly onRefusal: (limit: string) => void;
}

/** Responds to refused requests, and counts those that a limit refused. */
export class Refusals {
  readonly #random: Random;
  readonly #onRefusal: (limit: string) => void;

  constructor({ random, onRefusal }: RefusalsDependencies) {
    this.#random = random;
    this.#onRefusal = onRefusal;
  }

  respond(refusal: Refusal, headers: Readonly<Record<string, string>> = {}): Response {
    const { status, message, limit, isLasting } = refusal;
    if (limit !== undefined) this.#onRefusal(limit);
    const wait = isLasting === true ? retryHeaders(LASTING_WAIT, this.#random) : {};
    return errorResponse(status, message, { ...headers, ...wait });
  }
}
