import type { Context } from 'hono';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { clientKey } from '../http/limits/address-key.ts';
import { TokenBuckets } from '../http/limits/token-buckets.ts';
import { refuse, type Accepted } from '../http/refusal.ts';
import type { Limits } from '../settings/limits.ts';
import type { BudgetAdmission } from './budget-admission.ts';
import { ROW_BYTES } from './row-bytes.ts';
import type { Sender } from './sender.ts';
import type { Senders } from './senders.ts';

/** Owner of a row, and the client that it came from. */
export interface Author {
  readonly viewer: string;
  readonly sender: Sender;
}

interface ViewerWritesDependencies {
  readonly admission: Pick<BudgetAdmission, 'admit'>;
  readonly viewers: { isKnown(viewer: string): Promise<boolean> };
  readonly senders: Pick<Senders, 'of'>;
  readonly limits: Pick<Limits, 'newVisitorsPerHour'>;
  readonly clock: Clock;
}

const VISITOR = 'visitor:';
const HOUR_SECONDS = 3_600;
/** A network has many customers, each with an address. */
const NETWORK_FACTOR = 4;
/** Reports of one address, by all of its viewers: a school class that reports one video sends fewer. */
const REPORTS_PER_HOUR = 30;

/**
 * Decides what viewers may store. A visitor costs nothing: every client gets as many ids as it requests. Viewers who store something
 * for the first time are therefore rated by address.
 */
export class ViewerWrites {
  readonly #dependencies: ViewerWritesDependencies;
  readonly #newOfAddress: TokenBuckets;
  readonly #newOfNetwork: TokenBuckets;
  readonly #reportsOfAddress: TokenBuckets;
  readonly #reportsOfNetwork: TokenBuckets;

  constructor(dependencies: ViewerWritesDependencies) {
    const { newVisitorsPerHour: perHour } = dependencies.limits;
    const buckets = (burst: number): TokenBuckets =>
      new TokenBuckets({ perSecond: burst / HOUR_SECONDS, burst }, dependencies.clock);
    this.#dependencies = dependencies;
    this.#newOfAddress = buckets(perHour);
    this.#newOfNetwork = buckets(perHour * NETWORK_FACTOR);
    this.#reportsOfAddress = buckets(REPORTS_PER_HOUR);
    this.#reportsOfNetwork = buckets(REPORTS_PER_HOUR * NETWORK_FACTOR);
  }

  /** @param rows That the call adds at most. */
  async admit(context: Context, viewer: string, rows: number): Promise<Accepted<Author>> {
    const { admission, viewers, senders } = this.#dependencies;
    const sender = senders.of(context);
    const address = clientKey(context);
    const isNew = address !== undefined && viewer.startsWith(VISITOR) && !(await viewers.isKnown(viewer));
    if (isNew && !(this.#newOfAddress.take(address) && this.#newOfNetwork.take(String(sender.network))))
      return refuse(429, 'Too many new visitors: new_visitors_per_address. Come again later.', 'new_visitors');
    const admitted = await admission.admit('viewers', sender, (rows + 1) * ROW_BYTES.viewerRow);
    return admitted.ok ? { ok: true, value: { viewer, sender } } : admitted;
  }

  /** An operator reads each report, so a client with many viewer ids may send no more reports than a client with a few. */
  admitReport(context: Context): Accepted<void> {
    const { senders } = this.#dependencies;
    const address = clientKey(context);
    const isWithin =
      address === undefined ||
      (this.#reportsOfAddress.take(address) && this.#reportsOfNetwork.take(String(senders.of(context).network)));
    if (isWithin) return { ok: true, value: undefined };
    return refuse(429, 'Too many reports: reports_per_address. Come again later.', 'reports_per_address');
  }
}
