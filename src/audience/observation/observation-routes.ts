import type { Hono } from 'hono';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { NodeLoad, NodeStatus, ObservationSummary } from '../../../protocol/provider/observation.ts';
import { problemText } from '../../provider/catalog/catalog-problem.ts';
import type { Catalog } from '../../provider/catalog/catalog.ts';
import { clientNetwork } from '../../provider/http/limits/address-key.ts';
import type { OnRefusal } from '../../provider/http/refusal.ts';
import { dataResponse, errorResponse, PRIVATE } from '../../provider/http/responses.ts';
import { shedRowsOf, type BudgetReport, type Budgets } from '../../provider/budgets/create-budgets.ts';
import type { AlertBoard } from '../../provider/operations/alert-board.ts';
import type { LoadHistory } from '../../provider/operations/load-history.ts';
import type { RefusalRecord } from '../../provider/operations/refusal-record.ts';
import type { Limits } from '../../provider/settings/limits.ts';
import type { ChangeFeed } from './change-feed.ts';
import { readFilter, readPage } from './filters.ts';
import type { ObservationStore } from './observation-store.ts';
import type { RequestLog } from '../../provider/operations/request-log.ts';

export interface ObservationDependencies {
  readonly observations: ObservationStore;
  readonly requests: RequestLog;
  readonly refusalRecord: RefusalRecord;
  readonly onRefusal: OnRefusal;
  readonly load: LoadHistory;
  readonly alerts: AlertBoard;
  readonly feed: ChangeFeed;
  readonly catalog: Catalog;
  readonly budgets: Budgets;
  readonly limits: Pick<Limits, 'eventRetentionDays'>;
  readonly clock: Clock;
  readonly startedAtMs: number;
  readonly nodeName: () => string | null;
}

const SESSION_ACTIVE_MS = 60_000;

/** Mounts the data of the live page and of tests, for the same origin only: error reports and addresses are confidential. */
export function observationRoutes(app: Hono, dependencies: ObservationDependencies): void {
  const { observations: store, requests, feed } = dependencies;
  app.get('/provider/api/status', async () => dataResponse(await status(dependencies)));
  app.get('/provider/api/summary', async () => dataResponse(await summary(dependencies)));
  app.get('/provider/api/load', () => {
    const { load, nodeName } = dependencies;
    return dataResponse({ node: nodeName(), points: load.points() } satisfies NodeLoad);
  });
  app.get('/provider/api/events/count', async (context) =>
    dataResponse({ count: await store.eventCount(readFilter(context.req.query())) }),
  );
  app.get('/provider/api/events', async (context) => {
    const query = context.req.query();
    return dataResponse(await store.events(readFilter(query), readPage(query)));
  });
  app.get('/provider/api/batches', async (context) => dataResponse(await store.batches(readPage(context.req.query()))));
  app.get('/provider/api/sessions', async (context) =>
    dataResponse(await store.sessions(readPage(context.req.query()).limit)),
  );
  app.get('/provider/api/errors', async (context) =>
    dataResponse(await store.errorReports(readPage(context.req.query()))),
  );
  app.get('/provider/api/requests', (context) => {
    const { after, limit } = readPage(context.req.query());
    return dataResponse(requests.after(after ?? 0, limit).toReversed());
  });
  app.get('/provider/api/changes', (context) => {
    if (context.req.method === 'HEAD') return dataResponse({});
    const stream = feed.open();
    if (stream === undefined) {
      dependencies.onRefusal('live_pages', clientNetwork(context));
      return errorResponse(503, 'Too many live pages are open.');
    }
    return new Response(stream, {
      headers: {
        ...PRIVATE,
        'Content-Type': 'text/event-stream',
        'X-Accel-Buffering': 'no',
      },
    });
  });
}

async function status(dependencies: ObservationDependencies): Promise<NodeStatus> {
  const { requests, refusalRecord, alerts, catalog, clock, startedAtMs, nodeName } = dependencies;
  const { videos, playlists, problems } = catalog;
  return {
    node: nodeName(),
    nowMs: clock.now(),
    startedAtMs,
    requests: requests.counts(),
    refusals: await refusalRecord.list(),
    alerts: alerts.raised(),
    endedAlerts: alerts.ended(),
    catalog: { videos: videos.size, playlists: playlists.size, problems: problems.map(problemText) },
  };
}

async function summary(dependencies: ObservationDependencies): Promise<ObservationSummary> {
  const { observations: store, clock, budgets, limits } = dependencies;
  const [ofNode, logs, events, sessions, clientDrops, errorReports, held] = await Promise.all([
    status(dependencies),
    store.logTotals(),
    store.eventTotals(),
    store.sessionCounts(clock.now() - SESSION_ACTIVE_MS),
    store.clientDrops(),
    store.errorReportCount(),
    budgets.report(),
  ]);
  const storage = { ...storageOf(held), retentionDays: limits.eventRetentionDays };
  return { ...ofNode, logs, events, sessions, clientDrops, errorReports, storage };
}

function storageOf(report: BudgetReport): Omit<ObservationSummary['storage'], 'retentionDays'> {
  const { usedBytes, maxBytes } = report;
  const budgets = report.budgets.map(({ name, rows, bytes, allowedBytes }) => ({
    ...{ name, rows, bytes, allowedBytes },
    shedRows: shedRowsOf(report, name),
  }));
  return { usedBytes, maxBytes, budgets };
}
