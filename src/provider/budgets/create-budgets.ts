import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Database } from '../database/database.ts';
import { forgetEmptyHolders } from './forget-empty-holders.ts';
import { BudgetAdmission } from './budget-admission.ts';
import { BUDGET_NAMES, BUDGETS, type BudgetName } from './budgets.ts';
import { ShedCounts } from './shed-counts.ts';
import { Shedding } from './shedding.ts';
import { UsageReader, type Use } from './usage.ts';

/** Figures for operators, as plain values. */
export interface BudgetReport {
  /** Bytes of the database as a whole. */
  readonly usedBytes: number;
  readonly maxBytes: number;
  readonly budgets: readonly (Use & { readonly name: BudgetName; readonly shareBytes: number })[];
  /** Rows that this process has shed since its start. Refused requests are counted with the refusals of other limits. */
  readonly shed: ReturnType<ShedCounts['list']>;
}

export interface Budgets {
  readonly admission: BudgetAdmission;
  /** Deletes rows of budgets that hold more than they may. */
  shed(): Promise<void>;
  /** Deletes holders that hold nothing. */
  forgetEmpty(): Promise<void>;
  /** Report as of now. */
  report(): Promise<BudgetReport>;
  /** The report of the last {@link shed}, without a query; `undefined` before the first. */
  latest(): BudgetReport | undefined;
}

/** Rows of all tables of a budget that this process has shed. */
export function shedRowsOf({ shed }: BudgetReport, budget: BudgetName): number {
  return shed.reduce((sum, one) => sum + (one.budget === budget ? one.rows : 0), 0);
}

/** The budgets of one database, as one process sees them. `onShed` is called with numbers of deleted rows. */
export function createBudgets(
  database: Database,
  clock: Clock,
  maxBytes: number,
  onShed: (rows: number) => void = () => undefined,
): Budgets {
  const reader = new UsageReader(database, maxBytes);
  const counts = new ShedCounts(onShed);
  const shedding = new Shedding(database, reader, counts);
  let latest: BudgetReport | undefined;
  const report = async (): Promise<BudgetReport> => {
    // If the database accepts no writes, the last stored counts are reported.
    await reader.settle().catch(() => undefined);
    const { usedBytes, budgets } = await reader.read();
    const shares = BUDGET_NAMES.map((name) => ({
      ...{ name, ...budgets[name] },
      shareBytes: BUDGETS[name].share * maxBytes,
    }));
    return { usedBytes, maxBytes, budgets: shares, shed: counts.list() };
  };
  return {
    admission: new BudgetAdmission(reader, clock),
    report,
    latest: () => latest,
    forgetEmpty: () => forgetEmptyHolders(database),
    async shed() {
      await shedding.shed();
      latest = await report();
    },
  };
}
