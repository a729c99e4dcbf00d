import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';

/** Tag of BCP 47: files say `ger` or `pt_BR`, where pages and readers aloud need `de` and `pt-BR`. `und` for none. */
export function languageTag(code: string): string {
  return unlessThrown(() => Intl.getCanonicalLocales(code.replaceAll('_', '-'))[0]) ?? 'und';
}

/** In the language itself: Deutsch, English. */
export function languageName(code: string): string {
  return unlessThrown(() => new Intl.DisplayNames([code], { type: 'language' }).of(code)) ?? code;
}
