import type { PlayerErrorCode } from '../../../protocol/errors.ts';
import { LANGUAGES, type ChosenLanguage } from '../../../protocol/page/languages.ts';
import { clockTime } from '../../../protocol/runtime/clock-time.ts';
import { once } from '../../../protocol/runtime/once.ts';
import { ENGLISH, ENGLISH_ERRORS } from './english.ts';
import type { Translation } from './translation.ts';
import type { Word, WordKey } from './word.ts';

/** Text of an error: the failure, then advice. */
interface ErrorText {
  readonly title: string;
  readonly advice: string;
}

/** A language in use: its texts and its formatting of times. */
export interface Language {
  /** For the `lang` attribute. */
  readonly code: string;
  readonly direction: 'ltr' | 'rtl';
  /** The text of a key, with `{…}` filled in; if it has plural forms, `count` chooses the form. */
  readonly say: (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;
  /** The texts for an error; the provider's own message is not translated. */
  readonly sayError: (error: ErrorText & { readonly code: PlayerErrorCode }) => ErrorText;
  /** For screen readers: `1 minute 20 seconds`, with the plurals of the language. */
  readonly spokenTime: (seconds: number) => string;
  readonly clockTime: typeof clockTime;
  /** `+10 sec` */
  readonly signedSeconds: (seconds: number) => string;
  /** `75 %` of 100. */
  readonly percent: (of100: number) => string;
  /** `350 MB`, with at most two significant digits. */
  readonly dataAmount: (bytes: number) => string;
  /** `1.25×` */
  readonly speed: (rate: number) => string;
}

const DATA_UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const;
const UNITS = ['hour', 'minute', 'second'] as const;

/** Creates a language; without a translation its texts are English. */
export function createLanguage({ code, locale }: ChosenLanguage, translation?: Translation): Language {
  // All numbers have Latin digits, as clock times do in every language. Creating the formatters takes some milliseconds, so each is
  // created when it is first used.
  const numberOf = (options: Intl.NumberFormatOptions = {}) =>
    once(() => new Intl.NumberFormat(locale, { numberingSystem: 'latn', ...options }));
  const amountOf = UNITS.map((unit) => numberOf({ style: 'unit', unit, unitDisplay: 'long' }));
  const list = once(() => new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }));
  const signed = numberOf({ style: 'unit', unit: 'second', unitDisplay: 'short', signDisplay: 'exceptZero' });
  const percent = numberOf({ style: 'percent' });
  const number = numberOf();
  const dataAmounts = DATA_UNITS.map((unit) => numberOf({ style: 'unit', unit, maximumSignificantDigits: 2 }));
  const plural = once(() => new Intl.PluralRules(locale));
  const formOf = (word: Word, count: unknown): string =>
    typeof word === 'string' ? word : (typeof count === 'number' && word[plural().select(count)]) || word.other;
  return {
    code,
    direction: LANGUAGES[code],
    clockTime,
    signedSeconds: (amount) => signed().format(amount),
    percent: (of100) => percent().format(of100 / 100),
    dataAmount(bytes) {
      const power = bytes < 1e6 ? 0 : bytes < 1e9 ? 1 : 2;
      return dataAmounts[power]?.().format(bytes / 1_000 ** (power + 1)) ?? '';
    },
    speed: (rate) => `${number().format(rate)}×`,
    say: (key, values = {}) =>
      formOf(translation?.words[key] ?? ENGLISH[key], values['count']).replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = values[name] ?? '';
        return typeof value === 'number' ? number().format(value) : value;
      }),
    sayError({ code: errorCode, title, advice }) {
      if (title !== '') return { title, advice };
      const [ownTitle, ownAdvice] = translation?.errors[errorCode] ?? ENGLISH_ERRORS[errorCode];
      return { title: ownTitle, advice: advice === '' ? ownAdvice : advice };
    },
    spokenTime(time) {
      const whole = Number.isFinite(time) ? Math.max(0, Math.floor(time)) : 0;
      const amounts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
      const phrases = amounts.flatMap((amount, index) =>
        amount > 0 || (whole === 0 && index === 2) ? [amountOf[index]?.().format(amount) ?? ''] : [],
      );
      return list().format(phrases);
    },
  };
}
