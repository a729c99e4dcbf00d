import type { Context } from 'hono';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { Limits } from '../../settings/limits.ts';
import {
  readBytes,
  readJsonBody,
  readJsonBytes,
  readPlainBytes,
  readTextBody,
  type BodyLimits,
  type ReadBody,
} from '../read-body.ts';
import { refuse, type Accepted, type OnRefusal } from '../refusal.ts';
import { clientAddress } from '../client-address.ts';
import { addressKey, clientKey, clientNetwork } from './address-key.ts';
import { BodyBudget, type BodyBudgetLimits, type BodyLease } from './body-budget.ts';
import { TokenBuckets } from './token-buckets.ts';
import { INPUT_BOUNDS, type InputBound } from '../inputs/input-bounds.ts';
import { parseForm } from '../inputs/parse-form.ts';
import { parseJson } from '../inputs/parse-json.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Time that the client took to send the body, which is not the server's. `undefined` if no body was read. */
    bodyWaitMs: number | undefined;
  }
}

interface BodyReaderHooks {
  readonly onRead: (body: ReadBody) => void;
  readonly onRefusal: OnRefusal;
}

type Read<T> = (request: Request, limits: BodyLimits, lease: BodyLease) => Promise<Accepted<T>>;

type BodyReaderLimits = Pick<Limits, keyof BodyLimits | keyof BodyBudgetLimits | 'bodyBytesPerSecond' | 'burstSeconds'>;

/** Reads the bodies of calls within the limits of count, memory, and share of one address. */
export class BodyReader {
  readonly budget: BodyBudget;
  readonly #limits: BodyLimits;
  readonly #bytesByAddress: TokenBuckets;
  readonly #hooks: BodyReaderHooks;
  readonly #clock: Clock;

  constructor(limits: BodyReaderLimits, clock: Clock, hooks: BodyReaderHooks) {
    const { bodyBytesPerSecond: perSecond, burstSeconds } = limits;
    this.budget = new BodyBudget({ limits, clock });
    this.#bytesByAddress = new TokenBuckets({ perSecond, burst: perSecond * burstSeconds }, clock);
    this.#limits = limits;
    this.#hooks = hooks;
    this.#clock = clock;
  }

  /** The JSON value of a call's body. */
  async json(context: Context): Promise<Accepted<unknown>> {
    const body = await this.#readText(context, INPUT_BOUNDS.call, readJsonBody);
    return body.ok ? parseJson(body.value.text, INPUT_BOUNDS.call.values) : body;
  }

  async form(context: Context): Promise<Accepted<URLSearchParams>> {
    const body = await this.#readText(context, INPUT_BOUNDS.form, readTextBody);
    return body.ok ? parseForm(body.value.text) : body;
  }

  /** A body that need not be text, such as captions in any encoding. */
  bytes(context: Context): Promise<Accepted<Uint8Array>> {
    return this.#read(context, readPlainBytes);
  }

  /** The compressed body, to be decoded elsewhere. */
  jsonBytes(context: Context): Promise<Accepted<Uint8Array>> {
    return this.#read(context, readJsonBytes);
  }

  /** The bytes as they are sent, at most `bodyMaxBytes`. */
  sentBytes(context: Context, bodyMaxBytes: number): Promise<Accepted<Uint8Array>> {
    return this.#read(context, (request, limits, lease) => readBytes(request, { ...limits, bodyMaxBytes }, lease));
  }

  async #readText(context: Context, { characters }: InputBound, read: Read<ReadBody>): Promise<Accepted<ReadBody>> {
    const body = await this.#read(context, (request, limits, lease) =>
      read(request, withinBytes(limits, characters), lease),
    );
    if (body.ok) {
      this.#hooks.onRead(body.value);
      this.chargeUnpacked(context, body.value);
    }
    return body;
  }

  /** Charges the address for the unpacked size of a body, wherever it was unpacked. */
  chargeUnpacked(context: Context, { rawBytes, wireBytes }: Pick<ReadBody, 'rawBytes' | 'wireBytes'>): void {
    const key = clientKey(context);
    if (key !== undefined) this.#bytesByAddress.charge(key, rawBytes - wireBytes);
  }

  async #read<T>(context: Context, read: Read<T>): Promise<Accepted<T>> {
    const { address } = clientAddress(context);
    const key = address === undefined ? undefined : addressKey(address);
    const network = clientNetwork(context);
    if (key !== undefined && !this.#bytesByAddress.isOpen(key)) {
      this.#hooks.onRefusal('body_bytes_per_address', network);
      return refuse(429, 'Too many bytes: body_bytes_per_address. Come again later.');
    }
    const lease = this.budget.open(address);
    if (lease === undefined) {
      this.#hooks.onRefusal('concurrent_bodies', network);
      return refuse(503, 'Too many requests are being read. Come again later.');
    }
    const startedMs = this.#clock.monotonicNow();
    try {
      const body = await read(context.req.raw, this.#limits, lease);
      if (!body.ok && body.status === 503) this.#hooks.onRefusal(lease.isShed ? 'slow_bodies' : 'body_memory', network);
      return body;
    } finally {
      context.set('bodyWaitMs', this.#clock.monotonicNow() - startedMs);
      if (key !== undefined) this.#bytesByAddress.charge(key, lease.bytes);
      lease.end();
    }
  }
}

/** A text has at most as many characters as bytes. */
function withinBytes({ bodyMaxBytes, unpackedBodyMaxBytes }: BodyLimits, maximum: number): BodyLimits {
  return {
    bodyMaxBytes: Math.min(bodyMaxBytes, maximum),
    unpackedBodyMaxBytes: Math.min(unpackedBodyMaxBytes, maximum),
  };
}
