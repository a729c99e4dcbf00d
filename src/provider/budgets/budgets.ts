/** The part of the database that a kind of data may take, as shares of `databaseMaxBytes`. */
export interface Budget {
  /** Ids of the budget's holders end in this number, modulo 16. Never changed: rows in the database refer to it. */
  readonly number: number;
  /** Share that the budget always has, however full the others are. */
  readonly share: number;
  /** Share that the budget has at most, where the others leave room. */
  readonly most: number;
}

/** Shares of all budgets. The remainder is for tables with limits of their own, for holders, and for half-empty pages. */
export const BUDGETS = {
  /** Rows that pages log: events, and the sessions that they are of. */
  log: { number: 1, share: 0.52, most: 0.9 },
  /** Counts of what viewers saw. */
  audience: { number: 2, share: 0.2, most: 0.35 },
  /** Rows that viewers keep: subscriptions, lists, likes. */
  viewers: { number: 3, share: 0.08, most: 0.12 },
  errors: { number: 4, share: 0.05, most: 0.1 },
  /** Heartbeats. */
  viewings: { number: 5, share: 0.02, most: 0.03 },
  /** Proofs of work that were used. */
  proofs: { number: 6, share: 0.01, most: 0.02 },
  /** A row for each received batch of events. */
  posts: { number: 7, share: 0.03, most: 0.05 },
} as const satisfies Readonly<Record<string, Budget>>;

export type BudgetName = keyof typeof BUDGETS;
export const BUDGET_NAMES = Object.keys(BUDGETS) as BudgetName[];
