import type { Context } from 'hono';
import type { Limits } from '../../settings/limits.ts';
import { clientAddress } from '../client-address.ts';
import { readJsonBody, readJsonBytes, readTextBody, type BodyLimits, type ReadBody } from '../read-body.ts';
import { refuse, type Accepted } from '../refusal.ts';
import { addressKey } from './address-key.ts';
import { BodyBudget, type BodyBudgetLimits, type BodyLease } from './body-budget.ts';

interface BodyReaderHooks {
  readonly onRead: (body: ReadBody) => void;
  /** Told which limit was exceeded. */
  readonly onRefusal: (limit: string) => void;
}

type Read<T> = (request: Request, limits: BodyLimits, lease: BodyLease) => Promise<Accepted<T>>;

/** Reads the bodies of calls, as many at once and in as much memory as the limits allow. */
export class BodyReader {
  readonly budget: BodyBudget;
  readonly #limits: BodyLimits;
  readonly #hooks: BodyReaderHooks;

  constructor(limits: Pick<Limits, keyof BodyLimits | keyof BodyBudgetLimits>, hooks: BodyReaderHooks) {
    this.budget = new BodyBudget(limits);
    this.#limits = limits;
    this.#hooks = hooks;
  }

  json(context: Context): Promise<Accepted<ReadBody>> {
    return this.#readText(context, readJsonBody);
  }

  text(context: Context): Promise<Accepted<ReadBody>> {
    return this.#readText(context, readTextBody);
  }

  /** As it travelled, for whoever reads it elsewhere. */
  jsonBytes(context: Context): Promise<Accepted<Uint8Array>> {
    return this.#read(context, readJsonBytes);
  }

  async #readText(context: Context, read: Read<ReadBody>): Promise<Accepted<ReadBody>> {
    const body = await this.#read(context, read);
    if (body.ok) this.#hooks.onRead(body.value);
    return body;
  }

  async #read<T>(context: Context, read: Read<T>): Promise<Accepted<T>> {
    const { address } = clientAddress(context);
    const lease = this.budget.open(address === undefined ? undefined : addressKey(address));
    if (lease === undefined) {
      this.#hooks.onRefusal('concurrent_bodies');
      return refuse(503, 'Too many requests are being read. Come again later.');
    }
    try {
      const body = await read(context.req.raw, this.#limits, lease);
      if (!body.ok && body.status === 503) this.#hooks.onRefusal('body_memory');
      return body;
    } finally {
      lease.end();
    }
  }
}
