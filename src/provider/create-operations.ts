import type { Clock } from '../../protocol/runtime/clock.ts';
import type { Budgets } from './budgets/create-budgets.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { OnRefusal } from './http/refusal.ts';
import type { WriteHealth } from './storage/write-health.ts';
import type { ForgottenPersons } from './stores/forgotten-persons.ts';
import type { ViewerReportStore } from './stores/viewer-report-store.ts';
import { AlertBoard } from './operations/alert-board.ts';
import { ALERT_NAMES } from './operations/alerts.ts';
import { countLoad } from './operations/count-load.ts';
import type { LoadHistory } from './operations/load-history.ts';
import type { Log } from './operations/log.ts';
import { createMetrics, type Metrics } from './operations/metrics.ts';
import { PlaybackRecord } from './operations/playback-record.ts';
import { RefusalRecord } from './operations/refusal-record.ts';
import { RepeatedLines } from './operations/repeated-lines.ts';
import { SignInRecord } from './operations/sign-in-record.ts';

/** Observations of this process for its operator: lines of its log, metrics, curves and alerts. */
export interface Operations {
  readonly log: Log;
  readonly repeatedLines: RepeatedLines;
  readonly metrics: Metrics;
  /** Work of this process in the last hours. */
  readonly load: LoadHistory;
  /** Recent attempts to play, with their failures. */
  readonly playbacks: PlaybackRecord;
  /** Conditions that the operator should know of. */
  readonly alerts: AlertBoard;
  /** Counts a request that a limit refused, and logs refusals once a minute. */
  readonly onRefusal: OnRefusal;
  readonly refusalRecord: RefusalRecord;
  readonly signIns: SignInRecord;
  readonly close: () => void;
}

export interface OperationsDependencies {
  readonly clock: Clock;
  readonly log: Log;
  readonly processMetrics: boolean;
  readonly load: LoadHistory;
  readonly writes: WriteHealth;
  readonly budgets: Pick<Budgets, 'latest'>;
  readonly catalog: Pick<Catalog, 'problems'>;
  readonly viewerReports: Pick<ViewerReportStore, 'open'>;
  readonly forgotten: Pick<ForgottenPersons, 'listShare'>;
  readonly queuedCalls: () => number;
  readonly queuedLogs: () => number;
}

export function createOperations(dependencies: OperationsDependencies): Operations {
  const { clock, log, processMetrics, load, writes, budgets, catalog, viewerReports, forgotten } = dependencies;
  const repeatedLines = new RepeatedLines(log, clock);
  const metrics = countLoad(createMetrics(processMetrics), load);
  const { queuedCalls, queuedLogs } = dependencies;
  metrics.counter('oriel_write_failures_total', 'Writes that the database did not take.', () => writes.failures);
  metrics.gauge('oriel_database_calls_waiting', 'Calls that the database has not answered.', queuedCalls);
  metrics.gauge('oriel_logs_waiting', 'Bodies of events that wait for room in the database.', queuedLogs);
  metrics.budgets(() => budgets.latest());
  const refusalRecord = new RefusalRecord({ clock, log, metrics });
  const onRefusal = refusalRecord.add;
  const signIns = new SignInRecord({ clock, metrics, repeatedLines, onRefusal });
  const playbacks = new PlaybackRecord(clock);
  const alerts = new AlertBoard({
    clock,
    log,
    situation: () => ({
      writes: writes.state,
      writeProblem: writes.problem,
      writeFailures: writes.failures,
      budgets: budgets.latest(),
      load,
      catalogProblems: catalog.problems.length,
      refusals: refusalRecord.lately(),
      failedSignIns: signIns.failedLately(),
      playbacks: playbacks.lately(),
      openReports: viewerReports.open,
      forgottenShare: forgotten.listShare,
    }),
    tally: (sources) => (sources === 'refusals' ? refusalRecord : signIns).tally(),
  });
  metrics.alerts(ALERT_NAMES, () => alerts.raised().map(({ name }) => name));
  return {
    ...{ log, repeatedLines, metrics, load, playbacks, alerts, onRefusal, refusalRecord, signIns },
    close() {
      repeatedLines.close();
      refusalRecord.close();
      alerts.close();
    },
  };
}
