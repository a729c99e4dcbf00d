import { COUNTED_NETWORKS_MAX } from '../../../protocol/provider/observation.ts';
import { counted } from '../../../protocol/runtime/counted.ts';
import { NEARLY_FULL_SHARE } from '../budgets/budget-admission.ts';
import type { BudgetReport } from '../budgets/create-budgets.ts';
import { groupDigits } from '../settings/group-digits.ts';
import type { LoadHistory } from './load-history.ts';
import type { RecentCount } from './recent-sources.ts';

/** Present state of the server, which conditions are about. */
export interface Situation {
  /** Of the database. */
  readonly writes: 'well' | 'failing' | 'recovering';
  /** `undefined` in the first seconds. */
  readonly budgets: BudgetReport | undefined;
  readonly load: Pick<LoadHistory, 'lately' | 'points'>;
  readonly catalogProblems: number;
  /** Limits that refused something in the last minutes, the most frequent first. */
  readonly refusals: readonly RecentCount[];
  /** Of the last hour. */
  readonly failedSignIns: Pick<RecentCount, 'count' | 'networks'>;
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
/** An operator's typing errors are fewer, and guesses of all networks together are some 180. */
const FAILED_SIGN_INS_MIN = 20;
const SLOW_MS = 1_000;
const SLOW_STEPS = 4;

const WRITES: Readonly<Record<Situation['writes'], string | undefined>> = {
  well: undefined,
  failing: 'The database takes no writes: it is full, locked, broken or too slow.',
  recovering: 'Writes to the database failed within the last minute. The latest succeeded.',
};

/** One network is a client or a flood from one place; many are a flood from everywhere, or viewers. */
function fromNetworks(networks: number): string {
  if (networks === 0) return '';
  return ` from ${networks === COUNTED_NETWORKS_MAX ? `${COUNTED_NETWORKS_MAX} or more networks` : counted(networks, 'network', groupDigits)}`;
}

/** Every alert: the operator's page, `/readyz`, `/metrics` and the documentation have the same. */
export const ALERTS = {
  writes_failing: {
    condition:
      'writes to the database fail: none has succeeded since the last failure, or it was less than a minute ago',
    whatToDo:
      'Look at the free space of its disk and at the log. Pages and videos are still served; players keep what they log for 30 days and send it again.',
    holds: ({ writes }) => WRITES[writes],
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
        : `A part of the database was full: ${counted(shedRows, 'row', groupDigits)} deleted within an hour.`;
    },
  },
  requests_failing: {
    condition: `within five minutes, ${ERRORS_SHARE * 100} % of the requests, and ${ERRORS_MIN} at least, met a bug or an unavailable database`,
    whatToDo: 'The log has each kind of error once a minute, at the level `error`.',
    holds: ({ load }) => {
      const { errors, requests } = load.lately(RECENT_MS);
      return errors < ERRORS_MIN || errors < requests * ERRORS_SHARE
        ? undefined
        : `${groupDigits(errors)} of ${counted(requests, 'request', groupDigits)} failed within five minutes.`;
    },
  },
  requests_refused: {
    condition: `within five minutes, limits refused as many as ${REFUSED_SHARE * 100} % of the requests, and ${REFUSED_MIN} at least`,
    whatToDo:
      'See which limit: a limit of one address meets a flood, or a school behind one address, for which it can be raised; `overload_…` is more than this machine serves.',
    holds: ({ load, refusals: [most] }) => {
      const { refused, requests } = load.lately(RECENT_MS);
      const mostly = most === undefined ? '' : `, most by ${most.kind}${fromNetworks(most.networks)}`;
      return refused < REFUSED_MIN || refused < requests * REFUSED_SHARE
        ? undefined
        : `Limits refused ${counted(refused, 'request', groupDigits)} or connections within five minutes${mostly}.`;
    },
  },
  sign_ins_failing: {
    condition: `within an hour, ${FAILED_SIGN_INS_MIN} attempts to sign in as operator had a wrong password or had to wait`,
    whatToDo:
      'A script or a monitoring may have an old password: give it the new one. Otherwise the password is being guessed: set a generated one (`openssl rand -base64 24`), and let the proxy admit `/provider` from your own networks alone.',
    holds: ({ failedSignIns: { count, networks } }) =>
      count < FAILED_SIGN_INS_MIN
        ? undefined
        : `${counted(count, 'sign-in', groupDigits)} of operators failed within an hour${fromNetworks(networks)}.`,
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
