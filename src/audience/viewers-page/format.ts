/** Numbers in English, like the sentences of the provider around them; times in the language of the reader's browser. */
const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const shares = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const costs = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const changes = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
const hours = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
/** Days in UTC, as in all reports, because a local day overlaps two days of counts. */
const days = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const shortDays = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const shortUtcDays = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const shortHours = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const months = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

const HOUR_MS = 3_600_000;
const NOTHING = '–';

type Value = number | null;

export function formatNumber(value: Value): string {
  return value === null ? NOTHING : numbers.format(value);
}

export function formatShare(value: Value): string {
  return value === null ? NOTHING : shares.format(value);
}

/** 850 ms, 2.4 s */
export function formatMs(value: Value): string {
  if (value === null) return NOTHING;
  return value < 1_000
    ? `${numbers.format(Math.round(value))} ms`
    : `${numbers.format(Math.round(value / 100) / 10)} s`;
}

/** 12 s, 5 min, 3.5 h */
export function formatLength(durationMs: number): string {
  const seconds = durationMs / 1_000;
  if (seconds < 90) return `${numbers.format(Math.round(seconds))} s`;
  return seconds < 5_400
    ? `${numbers.format(Math.round(seconds / 60))} min`
    : `${numbers.format(Math.round(durationMs / (HOUR_MS / 10)) / 10)} h`;
}

/** Label of an axis tick: a day, or an hour if ticks are less than a day apart. */
export function formatTick(atMs: number, ticksMs: number, stepMs: number): string {
  if (stepMs !== HOUR_MS) return shortUtcDays.format(atMs);
  return (ticksMs < 24 * HOUR_MS ? shortHours : shortDays).format(atMs);
}

/** Name of a plot's step: an hour in the viewer's time zone, or a day in UTC. */
export function formatStep(atMs: number, stepMs: number): string {
  return (stepMs === HOUR_MS ? hours : days).format(atMs);
}

export function formatDates(fromMs: number, toMs: number): string {
  return dates.formatRange(fromMs, toMs - 1);
}

export function formatMoment(atMs: number): string {
  return moments.format(atMs);
}

/** Relative change, such as +12 %; empty if there is nothing to compare with. */
export function formatChange(now: Value, before: Value): string {
  return now === null || before === null || before === 0 ? '' : changes.format(now / before - 1);
}

/** A cost in the operator's currency, without the currency's name. */
export function formatCost(cost: number): string {
  return cost > 0 && cost < 0.01 ? '< 0.01' : costs.format(cost);
}

/** November 2026 */
export function formatMonth(atMs: number): string {
  return months.format(atMs);
}
