import type { Hono } from 'hono';
import { shedRowsOf, type BudgetReport, type Budgets } from '../budgets/create-budgets.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

const PRIVATE = { 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'same-origin' };

interface OperationDependencies {
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly budgets: Pick<Budgets, 'latest'>;
}

/** Health, readiness and metrics for operators. */
export function operationRoutes(app: Hono, { metrics, readiness, budgets }: OperationDependencies): void {
  app.get('/healthz', () => new Response('ok\n', { headers: { ...PRIVATE, 'Content-Type': 'text/plain' } }));
  app.get('/readyz', async () => {
    const reasons = await readiness.reasons();
    const isReady = reasons.length === 0;
    return new Response(JSON.stringify({ isReady, reasons, warnings: budgetWarnings(budgets.latest()) }), {
      status: isReady ? 200 : 503,
      headers: { ...PRIVATE, 'Content-Type': 'application/json; charset=utf-8' },
    });
  });
  app.get('/metrics', async () => {
    return new Response(await metrics.text(), { headers: { ...PRIVATE, 'Content-Type': metrics.contentType } });
  });
}

/** A provider with a full store still serves pages: it is ready, and the operator has to know. */
function budgetWarnings(report: BudgetReport | undefined): string[] {
  if (report === undefined) return [];
  return report.budgets.flatMap(({ name }) => {
    const rows = shedRowsOf(report, name);
    return rows === 0
      ? []
      : [`The part of the database for ${name} was full: ${rows} rows were deleted since the start.`];
  });
}
