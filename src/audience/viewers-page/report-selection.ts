import type { Query } from './addresses.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const TIMES = ['1', '7', '30', '90', '365', 'own'] as const;
const COMPARISONS = ['', 'before', 'week', 'year', 'own'] as const;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Selection of the operator, in the form and in the address of the page. Dates are days in UTC. */
export interface ReportSelection {
  /** Id of a video; empty for all videos. */
  readonly video: string;
  /** Number of days until now, or `own` for chosen dates. */
  readonly time: (typeof TIMES)[number];
  readonly from: string;
  readonly to: string;
  readonly compare: (typeof COMPARISONS)[number];
  readonly compareFrom: string;
  /** Session to which the report is limited. */
  readonly session: string;
}

/** Reads the selection from an address; missing and invalid parts get their defaults. */
export function readSelection(search: string): ReportSelection {
  const query = new URLSearchParams(search);
  const text = (name: string, pattern: RegExp): string => {
    const value = query.get(name) ?? '';
    return pattern.test(value) ? value : '';
  };
  return {
    video: text('video', /^[\w-]{1,64}$/),
    time: TIMES.find((one) => one === query.get('time')) ?? '7',
    from: text('from', DATE),
    to: text('to', DATE),
    compare: COMPARISONS.find((one) => one === query.get('compare')) ?? '',
    compareFrom: text('compareFrom', DATE),
    session: text('session', /^[0-9a-f]{32}$/),
  };
}

/** Query of the page's address for a selection, without defaults. */
export function queryOfPage({ video, time, from, to, compare, compareFrom }: ReportSelection): Query {
  return {
    video,
    time: time === '7' ? '' : time,
    ...(time === 'own' ? { from, to } : {}),
    compare,
    ...(compare === 'own' ? { compareFrom } : {}),
  };
}

/** Query for the provider, or the reason why the selection gives no query. */
export function queryOfReport(
  { video, time, from, to, compare, compareFrom }: ReportSelection,
  nowMs: number,
): { readonly ok: true; readonly query: Query } | { readonly ok: false; readonly message: string } {
  if (time === 'own' && (from === '' || to === '' || from > to))
    return { ok: false, message: 'Choose two days: the first one, and the last one or the same.' };
  if (compare === 'own' && compareFrom === '')
    return { ok: false, message: 'Choose the first day of the period to compare with.' };
  // The current step is included, although it is incomplete.
  const stepMs = Number(time) <= 7 ? HOUR_MS : DAY_MS;
  const toMs = time === 'own' ? Date.parse(to) + DAY_MS : Math.ceil(nowMs / stepMs) * stepMs;
  const fromMs = time === 'own' ? Date.parse(from) : toMs - Number(time) * DAY_MS;
  const earlierMs: Readonly<Record<ReportSelection['compare'], number | undefined>> = {
    '': undefined,
    before: fromMs - (toMs - fromMs),
    week: fromMs - 7 * DAY_MS,
    year: fromMs - 364 * DAY_MS,
    own: Date.parse(compareFrom),
  };
  const comparedMs = earlierMs[compare];
  return {
    ok: true,
    query: {
      video,
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
      compareFrom: comparedMs === undefined ? '' : new Date(comparedMs).toISOString(),
    },
  };
}
