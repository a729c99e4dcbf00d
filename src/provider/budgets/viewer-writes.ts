import type { Context } from 'hono';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { ClientRate } from '../http/limits/client-rate.ts';
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
/** Reports of one address, by all of its viewers: a school class that reports one video sends fewer. */
const REPORTS_PER_HOUR = 30;

/**
 * Decides what viewers may store. A visitor costs nothing: every client gets as many ids as it requests. Viewers who store something
 * for the first time are therefore limited by address.
 */
export class ViewerWrites {
  readonly #dependencies: ViewerWritesDependencies;
  readonly #newVisitors: ClientRate;
  readonly #reports: ClientRate;

  constructor(dependencies: ViewerWritesDependencies) {
    const { limits, clock } = dependencies;
    const perHour = (burst: number): ClientRate => new ClientRate({ perSecond: burst / HOUR_SECONDS, burst }, clock);
    this.#dependencies = dependencies;
    this.#newVisitors = perHour(limits.newVisitorsPerHour);
    this.#reports = perHour(REPORTS_PER_HOUR);
  }

  /** @param rows Maximum number of rows that the call adds. */
  async admit(context: Context, viewer: string, rows: number): Promise<Accepted<Author>> {
    const { admission, viewers, senders } = this.#dependencies;
    const sender = senders.of(context);
    const isNew = viewer.startsWith(VISITOR) && !(await viewers.isKnown(viewer));
    if (isNew && !this.#newVisitors.take(context))
      return refuse(429, 'Too many new visitors: new_visitors_per_address. Come again later.', 'new_visitors');
    const admitted = await admission.admit('viewers', sender, (rows + 1) * ROW_BYTES.viewerRow);
    return admitted.ok ? { ok: true, value: { viewer, sender } } : admitted;
  }

  /** An operator reads each report, so a client with many viewer ids may send no more reports than a client with a few. */
  admitReport(context: Context): Accepted<void> {
    if (this.#reports.take(context)) return { ok: true, value: undefined };
    return refuse(429, 'Too many reports: reports_per_address. Come again later.', 'reports_per_address');
  }
}
