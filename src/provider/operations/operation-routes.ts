import type { Hono } from 'hono';
import type { ObservedAlert } from '../../../protocol/provider/observation.ts';
import { PRIVATE } from '../http/responses.ts';
import type { AlertBoard } from './alert-board.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

interface OperationDependencies {
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly alerts: Pick<AlertBoard, 'raised'>;
}

/** Health, readiness and metrics for operators. */
export function operationRoutes(app: Hono, { metrics, readiness, alerts }: OperationDependencies): void {
  app.get('/healthz', () => new Response('ok\n', { headers: { ...PRIVATE, 'Content-Type': 'text/plain' } }));
  app.get('/readyz', async () => {
    const reasons = await readiness.reasons();
    const isReady = reasons.length === 0;
    const warnings = alerts.raised().map(warningOf);
    return new Response(JSON.stringify({ isReady, reasons, warnings }), {
      status: isReady ? 200 : 503,
      headers: { ...PRIVATE, 'Content-Type': 'application/json; charset=utf-8' },
    });
  });
  app.get('/metrics', async () => {
    return new Response(await metrics.text(), { headers: { ...PRIVATE, 'Content-Type': metrics.contentType } });
  });
}

/** A provider that cannot store data still serves pages: it stays ready, and warns its operator. */
function warningOf({ says, sinceMs }: ObservedAlert): string {
  return `${says} Since ${new Date(sinceMs).toISOString()}.`;
}
