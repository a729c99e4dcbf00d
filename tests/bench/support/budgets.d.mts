export declare function compareWithBudgets(bench: string, measured: Readonly<Record<string, number>>): Promise<void>;

export declare function budgetRows(
  budgets: Readonly<Record<string, { readonly limit: number; readonly unit?: string }>>,
  measured: Readonly<Record<string, number>>,
  last: Readonly<Record<string, number>>,
): string[][];
