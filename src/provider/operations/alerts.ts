import { NEARLY_FULL_SHARE } from '../budgets/budget-admission.ts';
import type { BudgetReport } from '../budgets/create-budgets.ts';
import { groupDigits } from '../settings/group-digits.ts';
import type { LoadHistory } from './load-history.ts';

/** Present state of the server, which conditions are about. */
export interface Situation {
  readonly areWritesFailing: boolean;
  /** `undefined` in the first seconds. */
  readonly budgets: BudgetReport | undefined;
  readonly load: Pick<LoadHistory, 'lately' | 'points'>;
  readonly catalogProblems: number;
}

export interface AlertRule {
  /** When it is raised, for documentation. */
  readonly condition: string;
  readonly whatToDo: string;
  /** A sentence with the numbers while the condition holds. Readers of `/readyz` are strangers: no names, no paths. */
  readonly holds: (situation: Situation) => string | undefined;
}

const RECENT_MS = 300_000;
const SHED_MS = 3_600_000;
/** Fewer are no pattern. */
const ERRORS_MIN = 5;
const ERRORS_SHARE = 0.01;
const REFUSED_MIN = 20;
const REFUSED_SHARE = 0.05;
const SLOW_MS = 1_000;
const SLOW_STEPS = 4;

/** Every alert: the operator's page, `/readyz`, `/metrics` and the documentation have the same. */
export const ALERTS = {
  writes_failing: {
    condition:
      'writes to the database fail: none has succeeded since the last failure, or it was less than a minute ago',
    whatToDo:
      'Look at the free space of its disk and at the log. Pages and videos are served meanwhile; players keep what they log for 30 days and send it again.',
    holds: ({ areWritesFailing }) =>
      areWritesFailing ? 'The database takes no writes: it is full, locked, broken or too slow.' : undefined,
  },
  budget_nearly_full: {
    condition: `a part of the database holds ${NEARLY_FULL_SHARE * 100} % of what it may`,
    whatToDo:
      'Senders with more than a fair share of it get 429. Raise `ORIEL_DATABASE_MAX_BYTES` or keep rows for fewer days, unless it is a flood, which passes by itself.',
    holds: ({ budgets }) => {
      const full = (budgets?.budgets ?? []).filter(
        ({ bytes, allowedBytes }) => bytes >= allowedBytes * NEARLY_FULL_SHARE,
      );
      const names = full.map(({ name }) => name).join(', ');
      return full.length === 0 ? undefined : `The part of the database for ${names} is nearly full.`;
    },
  },
  rows_shed: {
    condition: 'rows were deleted within an hour because a part of the database was full',
    whatToDo: 'As for `budget_nearly_full`. Senders that held most of it lost rows, the least important first.',
    holds: ({ load }) => {
      const { shedRows } = load.lately(SHED_MS);
      return shedRows === 0
        ? undefined
        : `A part of the database was full: ${groupDigits(shedRows)} rows were deleted within an hour.`;
    },
  },
  requests_failing: {
    condition: `within five minutes, ${ERRORS_SHARE * 100} % of the requests, and ${ERRORS_MIN} at least, met a bug or an unavailable database`,
    whatToDo: 'The log has each kind of error once a minute, at the level `error`.',
    holds: ({ load }) => {
      const { errors, requests } = load.lately(RECENT_MS);
      return errors < ERRORS_MIN || errors < requests * ERRORS_SHARE
        ? undefined
        : `${groupDigits(errors)} of ${groupDigits(requests)} requests failed within five minutes.`;
    },
  },
  requests_refused: {
    condition: `within five minutes, limits refused as many as ${REFUSED_SHARE * 100} % of the requests, and ${REFUSED_MIN} at least`,
    whatToDo:
      'See which limit: a limit of one address meets a flood, or a school behind one address, for which it can be raised; `overload_…` is more than this machine serves.',
    holds: ({ load }) => {
      const { refused, requests } = load.lately(RECENT_MS);
      return refused < REFUSED_MIN || refused < requests * REFUSED_SHARE
        ? undefined
        : `Limits refused ${groupDigits(refused)} requests or connections within five minutes.`;
    },
  },
  responses_slow: {
    condition: `one request in a hundred took longer than ${SLOW_MS / 1_000} s, for two minutes`,
    whatToDo:
      'See which resource is short: processor, disk of the database (`oriel_database_calls_waiting`) or requests at once (`oriel_requests_waiting`).',
    holds: ({ load }) => {
      const slow = load.points().slice(-1 - SLOW_STEPS, -1);
      const isSlow = slow.length === SLOW_STEPS && slow.every(({ p99Ms }) => p99Ms !== null && p99Ms > SLOW_MS);
      return isSlow ? 'One request in a hundred takes longer than a second.' : undefined;
    },
  },
  catalog_problems: {
    condition: 'a description or a file of the catalog cannot be used',
    whatToDo: 'The page lists each problem with its file; a change is seen within seconds.',
    holds: ({ catalogProblems }) =>
      catalogProblems === 0 ? undefined : `Problems of the catalog: ${groupDigits(catalogProblems)}.`,
  },
} as const satisfies Readonly<Record<string, AlertRule>>;

export type AlertName = keyof typeof ALERTS;
export const ALERT_NAMES = Object.keys(ALERTS) as AlertName[];
