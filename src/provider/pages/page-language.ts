import { chooseLanguage, type ChosenLanguage } from '../../../protocol/page/languages.ts';
import { headerList } from '../http/inputs/header-list.ts';
import { INPUT_BOUNDS } from '../http/inputs/input-bounds.ts';

/** Language by the rule of the page: `hl` of the address, else the browser's `Accept-Language`. */
export function languageOf(hl: string | undefined, acceptLanguage: string | null): ChosenLanguage {
  return chooseLanguage(hl === undefined ? preferredOf(acceptLanguage) : [hl]);
}

/** `fr;q=0.5, de` → `de`, `fr` */
function preferredOf(acceptLanguage: string | null): string[] {
  return headerList(acceptLanguage, ',', INPUT_BOUNDS.languages)
    .map((part) => {
      const [tag = '', quality] = part.split(/;\s*q=/);
      return { tag: tag.trim(), quality: Number(quality ?? 1) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((first, second) => second.quality - first.quality)
    .map(({ tag }) => tag);
}
