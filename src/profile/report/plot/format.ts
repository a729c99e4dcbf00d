import type { Interval, Verdict } from '../schema/comparison.ts';

export function formatUs(us: number): string {
  if (Math.abs(us) < 1_000) return `${Math.round(us)} µs`;
  return us < 1_000_000 ? formatMs(us / 1_000) : `${(us / 1_000_000).toFixed(2)} s`;
}

/** Formats a time with as many digits as an interval of a given length needs, so that its two ends differ. */
export function formatMoment(atUs: number, lengthUs: number): string {
  if (atUs < 1_000_000) return formatUs(atUs);
  const digits = 1 - Math.floor(Math.log10(Math.max(lengthUs, 1) / 1_000_000));
  return `${(atUs / 1_000_000).toFixed(Math.min(6, Math.max(2, digits)))} s`;
}

export function formatMs(ms: number): string {
  if (!Number.isFinite(ms)) return '–';
  return `${Math.abs(ms) < 10 ? ms.toFixed(2) : ms.toFixed(1)} ms`;
}

export function formatSigned(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
}

/** Formats a mean with its interval, or only the mean if there were too few rounds for an interval. */
export function formatInterval({ mean, low, high }: Interval, unit = ''): string {
  const range = low === null || high === null ? '' : ` (${formatSigned(low)} … ${formatSigned(high)})`;
  return `${formatSigned(mean)}${unit}${range}`;
}

/** Sign beside each verdict, so that a column of verdicts can be skimmed. */
export const VERDICT_SIGNS: Readonly<Record<Verdict, string>> = { better: '▼', worse: '▲', 'cannot tell': '◦' };
