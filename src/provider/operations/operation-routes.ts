import type { Hono } from 'hono';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

const PRIVATE = { 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'same-origin' };

/** Health, readiness and metrics for operators. */
export function operationRoutes(app: Hono, metrics: Metrics, readiness: Readiness): void {
  app.get('/healthz', () => new Response('ok\n', { headers: { ...PRIVATE, 'Content-Type': 'text/plain' } }));
  app.get('/readyz', async () => {
    const reasons = await readiness.reasons();
    const isReady = reasons.length === 0;
    return new Response(JSON.stringify({ isReady, reasons }), {
      status: isReady ? 200 : 503,
      headers: { ...PRIVATE, 'Content-Type': 'application/json; charset=utf-8' },
    });
  });
  app.get('/metrics', async () => {
    return new Response(await metrics.text(), { headers: { ...PRIVATE, 'Content-Type': metrics.contentType } });
  });
}
