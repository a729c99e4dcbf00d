import type { Context } from 'hono';
import type { Random } from '../../../protocol/runtime/clock.ts';
import { clientNetwork } from './limits/address-key.ts';
import type { OnRefusal, Refusal } from './refusal.ts';
import { errorResponse } from './responses.ts';
import { LASTING_WAIT, retryHeaders } from './retry-after.ts';

/** Responds to refused requests, and counts refusals by limits. */
export class Refusals {
  readonly #random: Random;
  readonly #onRefusal: OnRefusal;

  constructor({ random, onRefusal }: { readonly random: Random; readonly onRefusal: OnRefusal }) {
    this.#random = random;
    this.#onRefusal = onRefusal;
  }

  respond(context: Context, refusal: Refusal, headers: Readonly<Record<string, string>> = {}): Response {
    const { status, message, limit, isLasting } = refusal;
    if (limit !== undefined) this.#onRefusal(limit, clientNetwork(context));
    const wait = isLasting === true ? retryHeaders(LASTING_WAIT, this.#random) : {};
    return errorResponse(status, message, { ...headers, ...wait });
  }
}
