import type { Remark } from '../../provider/catalog/loading/remark.ts';
import type { FoundFinding } from './findings.ts';

/** Findings about a video: from the check of its files, and from the provider, which reads some of the same files. */
export interface Said {
  readonly found: readonly FoundFinding[];
  /** The reason for which the provider would leave the video out. */
  readonly fault: Remark | undefined;
  readonly warnings: readonly Remark[];
}

/** Phrases that the provider adds before or after its sentence about a file. */
const EFFECTS = /^(?:a rendition is left out: |will not play as it should: )|\. It is left out$/g;
/** Both reports round lengths. */
const SAME_LENGTH_SECONDS = 2;

/**
 * Removes duplicates, so that each fault is one line. The provider's reason to refuse a video, and its warnings about captions, posters and
 * chapters, win, because they name the field to change; for streams and other files, the findings of the check win, as they say more.
 */
export function onceEach({ found, fault, warnings }: Said): Pick<Said, 'found' | 'warnings'> {
  const ofFields = warnings.filter(({ field, text }) => !isOfMedia(field) && !found.some((one) => isOfLine(one, text)));
  const kept = found.filter(({ kind, text, cause }) => {
    if (cause !== undefined && [fault, ...ofFields].some((remark) => remark?.text.includes(cause))) return false;
    return kind !== 'length' || !ofFields.some((remark) => isSameLength(remark, text));
  });
  const isSaid = (warning: string): boolean =>
    kept.some((one) => isSame(one, warning)) || ofFields.some(({ text }) => text.includes(sentenceOf(warning)));
  const ofMedia = warnings.filter(({ field, text }) => isOfMedia(field) && !isSaid(text));
  return {
    found: kept,
    warnings: warnings.filter((warning) => ofFields.includes(warning) || ofMedia.includes(warning)),
  };
}

const isOfMedia = (field: string): boolean => field.startsWith('sources.');

const sentenceOf = (text: string): string => text.replaceAll(EFFECTS, '');

/** Whether a warning is about the same line of a captions file as the finding, or about the file's encoding. */
const isOfLine = ({ kind, file }: FoundFinding, warning: string): boolean =>
  (kind === 'encoding' || /:\d+$/.test(file)) && sentenceOf(warning).startsWith(`${file} `);

function isSame({ file, text, cause }: FoundFinding, warning: string): boolean {
  const sentence = sentenceOf(warning);
  return sentence === cause || sentence.startsWith(`${file} `) || text.includes(sentence);
}

function isSameLength({ field, text }: Remark, found: string): boolean {
  const [declared, measured] = [/ last ([\d.]+) seconds/.exec(text)?.[1], /^lasts ([\d.]+) s/.exec(found)?.[1]];
  return field === 'lengthSeconds' && Math.abs(Number(declared) - Number(measured)) <= SAME_LENGTH_SECONDS;
}
