import type { OpenReports } from '../../../protocol/provider/viewer-reports.ts';
import type { BudgetReport } from '../budgets/create-budgets.ts';
import type { StorageProblem } from '../database/storage-errors.ts';
import type { LoadHistory } from './load-history.ts';
import type { RecentPlaybacks } from './playback-record.ts';
import type { RecentCount } from './recent-sources.ts';

/** Present state of the server, which conditions are about. */
export interface Situation {
  /** State of the database's writes. */
  readonly writes: 'well' | 'failing' | 'recovering';
  /** Why the last failed write failed. */
  readonly writeProblem: StorageProblem;
  /** `undefined` in the first seconds. */
  readonly budgets: BudgetReport | undefined;
  /** Writes that failed since the start of the process. */
  readonly writeFailures: number;
  readonly load: Pick<LoadHistory, 'lately' | 'points' | 'totals'>;
  readonly catalogProblems: number;
  /** Limits that refused something in the last minutes, the most frequent first. */
  readonly refusals: readonly RecentCount[];
  /** Playbacks of the last quarter of an hour. */
  readonly playbacks: RecentPlaybacks;
  /** Reports by viewers that nobody has set aside. */
  readonly openReports: OpenReports;
  /** How full the list of forgotten persons is: 1 and more is full. */
  readonly forgottenShare: number;
  /** Failed sign-ins of the last hour. */
  readonly failedSignIns: Pick<RecentCount, 'count' | 'networks'>;
}

/** Numbers of an alert over its whole time. */
export interface AlertFigures {
  /** 0 if the condition is not a count. */
  readonly sum: number;
  /** The highest {@link AlertRule.measure}. */
  readonly peak: number;
  /** Limits that refused something, the most frequent first. */
  readonly sources: readonly RecentCount[];
}

/** Which record counts the sources of an alert. */
export type AlertSources = 'refusals' | 'failedSignIns';

export interface AlertRule {
  /** When it is raised, for documentation. */
  readonly condition: string;
  readonly whatToDo: string;
  /** Fits the present numbers better than {@link whatToDo}. */
  readonly advice?: (situation: Situation) => string | undefined;
  /** A sentence with the numbers while the condition holds. Readers of `/readyz` are strangers: no names, no paths. */
  readonly holds: (situation: Situation) => string | undefined;
  /** The number that the condition is about, in its window of time. */
  readonly measure: (situation: Situation) => number;
  /** The count since the start of the process, if the measure is a count without sources. */
  readonly total?: (situation: Situation) => number;
  readonly sources?: AlertSources;
  /** A sentence about the whole duration of an ended alert. */
  readonly sums: (figures: AlertFigures) => string;
}
