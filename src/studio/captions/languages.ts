import { canonicalTag } from '../../../protocol/provider/caption-names.ts';
import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';

/** Tag of BCP 47: files say `ger` or `pt_BR`, where pages and readers aloud need `de` and `pt-BR`. `und` for none. */
export const languageTag = (code: string): string => canonicalTag(code) ?? 'und';

/** In the language itself, else in English: Deutsch, English. */
export function languageName(code: string): string {
  if (code === 'und') return 'Unknown language';
  return unlessThrown(() => new Intl.DisplayNames([code, 'en'], { type: 'language' }).of(code)) ?? code;
}
