import { clockTime } from './clock-time.ts';
import type { WordKey, Words } from './english.ts';

/** A language in use: its words, and times as they are said in it. */
export interface Language {
  readonly code: string;
  readonly direction: 'ltr' | 'rtl';
  readonly say: (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;
  /** For screen readers: `1 minute 20 seconds`, with the plurals of the language. */
  readonly spokenTime: (seconds: number) => string;
  readonly clockTime: typeof clockTime;
  /** `+10 sec` */
  readonly signedSeconds: (seconds: number) => string;
  /** `75 %` of 100. */
  readonly percent: (of100: number) => string;
  /** `1.25×` */
  readonly speed: (rate: number) => string;
}

const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur']);
const UNITS = ['hour', 'minute', 'second'] as const;

export function createLanguage(code: string, words: Words): Language {
  const [hours, minutes, seconds] = UNITS.map(
    (unit) => new Intl.NumberFormat(code, { style: 'unit', unit, unitDisplay: 'long' }),
  );
  const list = new Intl.ListFormat(code, { type: 'unit', style: 'narrow' });
  const signed = new Intl.NumberFormat(code, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    signDisplay: 'exceptZero',
  });
  const percent = new Intl.NumberFormat(code, { style: 'percent' });
  const number = new Intl.NumberFormat(code);
  return {
    code,
    clockTime,
    signedSeconds: (seconds) => signed.format(seconds),
    percent: (of100) => percent.format(of100 / 100),
    speed: (rate) => `${number.format(rate)}×`,
    direction: RIGHT_TO_LEFT.has(code.split('-')[0] ?? '') ? 'rtl' : 'ltr',
    say: (key, values = {}) => words[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')),
    spokenTime(time) {
      const whole = Number.isFinite(time) ? Math.max(0, Math.floor(time)) : 0;
      const amounts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
      const said = amounts.flatMap((amount, index) =>
        amount > 0 || (whole === 0 && index === 2) ? [[hours, minutes, seconds][index]?.format(amount) ?? ''] : [],
      );
      return list.format(said);
    },
  };
}
