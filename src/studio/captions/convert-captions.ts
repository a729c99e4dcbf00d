import { CAPTION_FORMAT_NAMES } from '../../../protocol/provider/caption-formats.ts';
import { readCues } from '../../provider/captions/web-vtt.ts';
import { CaptionFault } from './caption-fault.ts';
import { CAPTION_READERS, captionFormatOf } from './caption-readers.ts';
import { decodeText, type DecodeTextOptions } from './decode-text.ts';
import { whyForeign } from './foreign-captions.ts';
import { Losses } from './losses.ts';

export interface ConvertedCaptions {
  readonly webVtt: string;
  /** Sentences about parts that were left out or had to be guessed. */
  readonly remarks: readonly string[];
}

/** A day of captions takes 2 MB; the server reads no text of more than 8 MB. */
export const CAPTIONS_MAX_BYTES = 4_194_304;
const FAULTS_NAMED_MAX = 3;

/** Converts captions of any kind to WebVTT. Unreadable captions, and captions without a cue, are a {@link CaptionFault}. */
export function convertCaptions(bytes: Uint8Array, options: DecodeTextOptions): ConvertedCaptions {
  const { name } = options;
  const foreign = whyForeign(name, bytes);
  if (foreign !== undefined) throw new CaptionFault(foreign);
  const { text, encoding } = decodeText(bytes, options);
  const format = captionFormatOf(text);
  if (format === undefined)
    throw new CaptionFault(`${name} has no captions that can be read: it is not ${CAPTION_FORMAT_NAMES}.`);
  const losses = new Losses();
  const webVtt = CAPTION_READERS[format].toWebVtt(text, losses, options);
  const { cues, faults } = readCues(webVtt);
  const skipped = faults.slice(0, FAULTS_NAMED_MAX).map(({ line, text: fault }) => `line ${line}: ${fault}`);
  if (cues.every(({ text: cue }) => cue.trim() === ''))
    throw new CaptionFault(
      `${name} has no cue that can be shown${skipped.length === 0 ? '' : ` (${skipped.join('; ')})`}.`,
    );
  const isGuessed = encoding !== 'utf-8' && options.encoding === undefined;
  return {
    webVtt,
    remarks: [
      ...(isGuessed ? [`It was read as ${encoding}.`] : []),
      ...losses.sentences(),
      ...(faults.length > 0 ? [`Not shown: ${skipped.join('; ')}${more(faults.length)}.`] : []),
    ].map((remark) => `${name}: ${remark}`),
  };
}

const more = (count: number): string => (count > FAULTS_NAMED_MAX ? `; and ${count - FAULTS_NAMED_MAX} more` : '');
