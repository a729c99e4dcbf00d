import type { BudgetName } from './budgets.ts';

/** Rows that were shed by this process, by budget and table. */
export class ShedCounts {
  readonly #counts = new Map<string, { readonly budget: BudgetName; readonly table: string; rows: number }>();
  readonly #onShed: (rows: number) => void;

  constructor(onShed: (rows: number) => void) {
    this.#onShed = onShed;
  }

  add(budget: BudgetName, table: string, rows: number): void {
    if (rows === 0) return;
    const known = this.#counts.get(table) ?? { budget, table, rows: 0 };
    known.rows += rows;
    this.#counts.set(table, known);
    this.#onShed(rows);
  }

  list(): readonly { readonly budget: BudgetName; readonly table: string; readonly rows: number }[] {
    return [...this.#counts.values()];
  }
}
