import { canonicalTag } from '../../../protocol/provider/caption-names.ts';
import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';

/** BCP 47 tag of a language code, for pages and screen readers: `de` for `ger`, `pt-BR` for `pt_BR`, `und` for an unknown code. */
export const languageTag = (code: string): string => canonicalTag(code) ?? 'und';

/** Name of a language in that language, such as Deutsch, else in English. */
export function languageName(code: string): string {
  if (code === 'und') return 'Unknown language';
  return unlessThrown(() => new Intl.DisplayNames([code, 'en'], { type: 'language' }).of(code)) ?? code;
}
