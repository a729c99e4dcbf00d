import { COUNTED_NETWORKS_MAX, type LoadPoint } from '../../../protocol/provider/observation.ts';
import { counted, grouped } from '../../../protocol/runtime/counted.ts';
import { NEARLY_FULL_SHARE } from '../budgets/budget-admission.ts';
import type { BudgetReport } from '../budgets/create-budgets.ts';
import type { RecentCount } from './recent-sources.ts';
import { REMEDIES } from '../database/storage-errors.ts';
import { FROM_EVERYWHERE, LIMITS_ADVICE, WRITE_PROBLEMS } from './alert-advice.ts';
import type { AlertRule, Situation } from './alert-rule.ts';

/** Fewer failures are the network of one viewer, or a closed page. */
const FAILED_MIN = 10;
const FAILED_SHARE = 0.1;
const FAILED_NETWORKS_MIN = 3;
const RECENT_MS = 300_000;
const SHED_MS = 3_600_000;
/** Fewer errors are no pattern. */
const ERRORS_MIN = 5;
const ERRORS_SHARE = 0.01;
const REFUSED_MIN = 20;
const REFUSED_SHARE = 0.05;
/** An operator makes fewer typing errors; guesses of all networks together are limited to some 180. */
const FAILED_SIGN_INS_MIN = 20;
const LIST_NEARLY_FULL_SHARE = 0.9;
const SLOW_MS = 1_000;
const SLOW_STEPS = 4;

function writesOf({ writes, writeProblem }: Situation): string | undefined {
  if (writes === 'well') return undefined;
  return writes === 'failing'
    ? `The database takes no writes: ${WRITE_PROBLEMS[writeProblem]}.`
    : 'Writes to the database failed within the last minute. The latest succeeded.';
}

/** One network is a client or a flood from one place; many are a flood from everywhere, or viewers. */
function fromNetworks(networks: number): string {
  if (networks === 0) return '';
  return ` from ${networks === COUNTED_NETWORKS_MAX ? `${COUNTED_NETWORKS_MAX} or more networks` : counted(networks, 'network', grouped)}`;
}

/** Each limit with its numbers. */
function listOf(sources: readonly RecentCount[]): string {
  return sources.map(({ kind, count, networks }) => `${kind} ${grouped(count)}${fromNetworks(networks)}`).join(', ');
}

function refusedOf(refusals: readonly RecentCount[]): number {
  return refusals.reduce((sum, { count }) => sum + count, 0);
}

/** The fullest part of the database. */
function fullestShare(budgets: BudgetReport | undefined): number {
  return Math.max(0, ...(budgets?.budgets ?? []).map(({ bytes, allowedBytes }) => bytes / allowedBytes));
}

/** Whether each of the last whole steps has a time above `SLOW_MS`. */
function holdFor(load: Situation['load'], timeOf: (point: LoadPoint) => number | null): boolean {
  const steps = load.points().slice(-1 - SLOW_STEPS, -1);
  return steps.length === SLOW_STEPS && steps.every((point) => (timeOf(point) ?? 0) > SLOW_MS);
}

function inSeconds(durationMs: number): string {
  return grouped(Math.round(durationMs / 100) / 10);
}

function percent(part: number, whole: number): string {
  return `${Math.round((part * 100) / whole)} %`;
}

/** Every alert, as the operator's page, `/readyz`, `/metrics` and the documentation have it. */
export const ALERTS = {
  writes_failing: {
    condition:
      'writes to the database fail: none has succeeded since the last failure, or it was less than a minute ago',
    whatToDo:
      'Look at the free space of its disk and at the log. Pages and videos are still served; players keep what they log for 30 days and send it again.',
    advice: ({ writeProblem }) =>
      writeProblem === 'unknown' ? undefined : `${REMEDIES[writeProblem]} Pages and videos are served without it.`,
    holds: writesOf,
    measure: () => 0,
    total: ({ writeFailures }) => writeFailures,
    sums: ({ sum }) => `${counted(sum, 'write', grouped)} failed.`,
  },
  budget_nearly_full: {
    condition: `a part of the database holds ${NEARLY_FULL_SHARE * 100} % of what it may`,
    whatToDo:
      'Senders with more than a fair share of it get 429. Raise `ORIEL_DATABASE_MAX_BYTES` or keep rows for fewer days. Rows of a flood stay as long as all others: `npm run forget` deletes those of its time (`src/provider/deployment/after-a-flood.md`).',
    holds: ({ budgets }) => {
      const full = (budgets?.budgets ?? []).filter(
        ({ bytes, allowedBytes }) => bytes >= allowedBytes * NEARLY_FULL_SHARE,
      );
      if (full.length === 0) return undefined;
      const parts = full.map(({ name, bytes, allowedBytes }) => `${name} (${percent(bytes, allowedBytes)})`).join(', ');
      return full.length === 1
        ? `A part of the database is nearly full: ${parts}.`
        : `Parts of the database are nearly full: ${parts}.`;
    },
    measure: ({ budgets }) => fullestShare(budgets),
    sums: ({ peak }) => `The fullest part held ${percent(peak, 1)} of what it may.`,
  },
  rows_shed: {
    condition: 'rows were deleted within an hour because a part of the database was full',
    whatToDo: 'As for `budget_nearly_full`. Senders that held most of it lost rows, the least important first.',
    holds: ({ load }) => {
      const { shedRows } = load.lately(SHED_MS);
      return shedRows === 0
        ? undefined
        : `A part of the database was full: ${counted(shedRows, 'row', grouped)} deleted within an hour.`;
    },
    measure: ({ load }) => load.lately(SHED_MS).shedRows,
    total: ({ load }) => load.totals().shedRows,
    sums: ({ sum, peak }) => `${counted(sum, 'row', grouped)} deleted, at most ${grouped(peak)} within an hour.`,
  },
  requests_failing: {
    condition: `within five minutes, ${ERRORS_SHARE * 100} % of the requests, and ${ERRORS_MIN} at least, met a bug or an unavailable database`,
    whatToDo: 'The log has each kind of error once a minute, at the level `error`.',
    holds: ({ load }) => {
      const { errors, requests } = load.lately(RECENT_MS);
      return errors < ERRORS_MIN || errors < requests * ERRORS_SHARE
        ? undefined
        : `${grouped(errors)} of ${counted(requests, 'request', grouped)} failed within five minutes.`;
    },
    measure: ({ load }) => load.lately(RECENT_MS).errors,
    total: ({ load }) => load.totals().errors,
    sums: ({ sum, peak }) =>
      `${counted(sum, 'request', grouped)} failed, at most ${grouped(peak)} within five minutes.`,
  },
  playbacks_failing: {
    condition: `within a quarter of an hour, ${FAILED_SHARE * 100} % of the attempts to play, and ${FAILED_MIN} of ${FAILED_NETWORKS_MIN} networks at least, ended in an error that viewers were shown`,
    whatToDo:
      "'Is anybody failing to play?' of `/provider/viewers` names the codes with the devices that had them: segments that are missing, a host that is not allowed, a browser that cannot play the codec. Players tell it, so a stranger can make it up.",
    holds: ({ playbacks: { attempts, failed, networks } }) =>
      failed < FAILED_MIN || networks < FAILED_NETWORKS_MIN || failed < attempts * FAILED_SHARE
        ? undefined
        : `${grouped(failed)} of ${counted(attempts, 'attempt', grouped)} to play failed within a quarter of an hour${fromNetworks(networks)}.`,
    measure: ({ playbacks: { attempts, failed } }) => (attempts === 0 ? 0 : failed / attempts),
    sums: ({ peak }) => `Up to ${percent(peak, 1)} of the attempts to play failed.`,
  },
  requests_refused: {
    condition: `within five minutes, limits refused as many as ${REFUSED_SHARE * 100} % of the requests, and ${REFUSED_MIN} at least`,
    whatToDo:
      'See which limit: a limit of one address meets a flood, or a school behind one address, for which it can be raised; `overload_…` is more than this machine serves.',
    advice: ({ refusals: [most] }) => {
      const advice = LIMITS_ADVICE.find(([limit]) => limit.test(most?.kind ?? ''))?.[1];
      const isFromEverywhere = most !== undefined && most.networks >= COUNTED_NETWORKS_MAX;
      return advice !== undefined && isFromEverywhere ? `${advice} ${FROM_EVERYWHERE}` : advice;
    },
    holds: ({ load, refusals }) => {
      const [most] = refusals;
      const [refused, { requests }] = [refusedOf(refusals), load.lately(RECENT_MS)];
      const mostly = most === undefined ? '' : `, most by ${most.kind}${fromNetworks(most.networks)}`;
      return refused < REFUSED_MIN || refused < requests * REFUSED_SHARE
        ? undefined
        : `Limits refused ${counted(refused, 'request', grouped)} or connections within five minutes${mostly}.`;
    },
    measure: ({ refusals }) => refusedOf(refusals),
    sources: 'refusals',
    sums: ({ sum, peak, sources }) =>
      `${counted(sum, 'request', grouped)} or connections refused, at most ${grouped(peak)} within five minutes: ${listOf(sources)}.`,
  },
  sign_ins_failing: {
    condition: `within an hour, ${FAILED_SIGN_INS_MIN} attempts to sign in as operator had a wrong password or had to wait`,
    whatToDo:
      'A script or a monitoring may have an old password: give it the new one. Otherwise the password is being guessed: set a generated one (`openssl rand -base64 24`), and let the proxy admit `/provider` from your own networks alone.',
    holds: ({ failedSignIns: { count, networks } }) =>
      count < FAILED_SIGN_INS_MIN
        ? undefined
        : `${counted(count, 'sign-in', grouped)} of operators failed within an hour${fromNetworks(networks)}.`,
    measure: ({ failedSignIns: { count } }) => count,
    sources: 'failedSignIns',
    sums: ({ sum, peak, sources: [all] }) =>
      `${counted(sum, 'sign-in', grouped)} failed${fromNetworks(all?.networks ?? 0)}, at most ${grouped(peak)} within an hour.`,
  },
  responses_slow: {
    condition: `one request in a hundred took longer than ${SLOW_MS / 1_000} s, for two minutes`,
    whatToDo:
      'See which resource is short: processor, disk of the database (`oriel_database_calls_waiting`) or requests at once (`oriel_requests_waiting`).',
    holds: ({ load }) =>
      holdFor(load, ({ p99Ms }) => p99Ms) ? 'One request in a hundred takes longer than a second.' : undefined,
    measure: ({ load }) => load.points().at(-2)?.p99Ms ?? 0,
    sums: ({ peak }) => `One request in a hundred took up to ${inSeconds(peak)} s.`,
  },
  newcomers_wait: {
    condition: `a new connection waited longer than ${SLOW_MS / 1_000} s for its first response, for two minutes`,
    whatToDo:
      'More new connections come than this process accepts: `requests_refused` has the networks of those that were refused. Let the proxy keep its connections to this server (`keepalive`), and limit new ones there or in the firewall.',
    holds: ({ load }) =>
      holdFor(load, ({ newcomerMs }) => newcomerMs)
        ? 'A new viewer waits longer than a second for the first response.'
        : undefined,
    measure: ({ load }) => load.points().at(-2)?.newcomerMs ?? 0,
    sums: ({ peak }) => `A new viewer waited up to ${inSeconds(peak)} s.`,
  },
  catalog_problems: {
    condition: 'a description or a file of the catalog cannot be used',
    whatToDo: 'The page lists each problem with its file; a change is seen within seconds.',
    holds: ({ catalogProblems }) =>
      catalogProblems === 0 ? undefined : `Problems of the catalog: ${grouped(catalogProblems)}.`,
    measure: ({ catalogProblems }) => catalogProblems,
    sums: ({ peak }) => `At most ${counted(peak, 'problem', grouped)} at once.`,
  },
  videos_reported: {
    condition: 'viewers have reported a video, and nobody has set the report aside',
    whatToDo:
      "'Reports' (`/provider/reports`) has the videos with the reasons: watch it, then unlist it or remove it (`npm run videos`), or set the report aside. Many people of one network may be one person.",
    holds: ({ openReports: { videos, people, networks } }) =>
      people === 0
        ? undefined
        : `${grouped(people)} ${people === 1 ? 'person' : 'people'}${fromNetworks(networks)} reported ${counted(videos, 'video', grouped)}.`,
    measure: ({ openReports: { people } }) => people,
    sums: ({ peak }) => `Open reports of at most ${grouped(peak)} ${peak === 1 ? 'person' : 'people'} at once.`,
  },
  forgotten_list_full: {
    condition: `the list of persons who were forgotten (\`forgotten.txt\`) holds ${LIST_NEARLY_FULL_SHARE * 100} % of what it may`,
    whatToDo:
      'Viewers, or strangers with made-up sessions, had that many deleted. Once the list is full, persons are deleted without a line, and a restored backup brings them back. Make a backup, delete all older ones, and move `forgotten.txt` away: a new list begins by itself (`src/provider/deployment/personal-data.md`).',
    holds: ({ forgottenShare }) => {
      if (forgottenShare < LIST_NEARLY_FULL_SHARE) return undefined;
      return forgottenShare < 1
        ? `The list of forgotten persons is nearly full (${percent(forgottenShare, 1)}).`
        : 'The list of forgotten persons is full: a restored backup brings back who is deleted now.';
    },
    measure: ({ forgottenShare }) => forgottenShare,
    sums: ({ peak }) => `The list held up to ${percent(peak, 1)} of what it may.`,
  },
} as const satisfies Readonly<Record<string, AlertRule>>;

export type AlertName = keyof typeof ALERTS;
export const ALERT_NAMES = Object.keys(ALERTS) as AlertName[];
