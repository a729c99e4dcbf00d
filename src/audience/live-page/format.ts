import { PARAMETER_PREFIX } from '../../../protocol/provider/observation.ts';

/** Numbers in English, like the sentences of the provider around them; times in the language of the reader's browser. */
const numbers = new Intl.NumberFormat('en');
const shares = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const times = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const minutes = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const rates = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const TIER_NAMES: Readonly<Record<number, string>> = {
  0: 'unspecified',
  100: 'default',
  200: 'dispatch to empty',
  300: 'fast',
  400: 'immediate',
};

export function formatNumber(value: number): string {
  return numbers.format(value);
}

export function formatTime(timeMs: number): string {
  return times.format(timeMs);
}

export function formatMinute(timeMs: number): string {
  return minutes.format(timeMs);
}

/** Time with its day. */
export function formatMoment(timeMs: number): string {
  return moments.format(timeMs);
}

/** 0.133, 12.5, 1,230 */
export function formatRate(value: number | null): string {
  return value === null ? '–' : rates.format(value);
}

/** 3 ms, 1.2 s */
export function formatMs(value: number | null): string {
  if (value === null) return '–';
  return value < 1_000 ? `${formatRate(value)} ms` : `${formatRate(value / 1_000)} s`;
}

/** Compression ratio: 4.2× */
export function formatRatio(rawBytes: number, wireBytes: number): string {
  return wireBytes === 0 ? '–' : `${(rawBytes / wireBytes).toFixed(1)}×`;
}

/** 12.5 % */
export function formatShare(part: number, whole: number): string {
  return shares.format(whole === 0 ? 0 : part / whole);
}

export function formatTier(tier: number): string {
  return TIER_NAMES[tier] ?? String(tier);
}

/** First characters of a session id, enough to distinguish sessions. */
export function formatSession(sessionId: string): string {
  return sessionId.slice(0, 8);
}

/** The line of a stack below the message: where the error was thrown. */
export function formatFirstFrame(stack: string | null): string {
  return (
    linesOf(stack)
      .filter((line) => !line.startsWith(PARAMETER_PREFIX))[1]
      ?.trim() ?? ''
  );
}

/** The parameters of an error, which the provider stores as lines below its stack (C6). */
export function formatParameters(stack: string | null): string {
  return linesOf(stack)
    .filter((line) => line.startsWith(PARAMETER_PREFIX))
    .map((line) => line.slice(PARAMETER_PREFIX.length))
    .join(', ');
}

function linesOf(stack: string | null): readonly string[] {
  return stack?.split('\n') ?? [];
}
