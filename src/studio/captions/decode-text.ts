import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';
import { analyse } from 'chardet';
import { CaptionFault } from './caption-fault.ts';
import { legacyEncodingsOf, mayBeIn } from './legacy-encodings.ts';

export interface DecodeTextOptions {
  /** Name of the file, for messages. */
  readonly name: string;
  readonly languageCode: string;
  /** Encoding that the owner names; without it, the encoding is detected. */
  readonly encoding?: string | undefined;
  /** Field in which the owner can name an encoding, for messages; by default, the command-line option. */
  readonly encodingField?: string | undefined;
}

/** Name of a captions file, for messages, and the language of the wanted captions. */
export type CaptionFile = Pick<DecodeTextOptions, 'name' | 'languageCode'>;

const ENCODING_FIELD = '--captions-encoding';

export interface DecodedText {
  readonly text: string;
  /** Name of the encoding in the Encoding Standard. */
  readonly encoding: string;
}

const MARKS: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/**
 * Decodes a captions file. A byte order mark decides, then UTF-8 with letters beyond ASCII, which no other encoding has by chance,
 * then the encoding that the owner names, often for several files at once. Without a name, the guess of the detector counts if the
 * language is written in that encoding: a wrong guess would turn accents into other letters, which nothing would report.
 */
export function decodeText(bytes: Uint8Array, options: DecodeTextOptions): DecodedText {
  const { name, languageCode, encoding } = options;
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1];
  if (marked !== undefined) return whole(decodedAs(bytes, marked, name), options);
  const unicode = tryDecode(bytes, 'utf-8');
  const isAmbiguous = unicode === undefined || unicode.length === bytes.length;
  if (encoding !== undefined && isAmbiguous) return whole(decodedAs(bytes, encoding, name), options);
  if (unicode !== undefined) return whole({ text: unicode, encoding: 'utf-8' }, options);
  const written = legacyEncodingsOf(languageCode);
  const guesses = guessesOf(bytes);
  const guess = guesses.find((one) => written.includes(one.encoding) || one.encoding.startsWith('utf-16'))?.encoding;
  const text = guess === undefined ? undefined : tryDecode(bytes, guess);
  if (guess === undefined || text === undefined) throw unknownEncoding(bytes, options, guesses[0]);
  return whole({ text, encoding: guess }, options);
}

interface Guess {
  readonly encoding: string;
  /** 0 to 100. */
  readonly confidence: number;
}

/** Guesses of the detector, the likeliest first; much less likely guesses are left out. */
function guessesOf(bytes: Uint8Array): Guess[] {
  const found = analyse(bytes.subarray(0, SAMPLE_BYTES));
  const least = (found[0]?.confidence ?? 0) * LIKELY_SHARE;
  const likely = found.filter(({ confidence }) => confidence > 0 && confidence >= least);
  return likely.flatMap(({ name, confidence }) => {
    const encoding = standardName(name);
    return encoding === undefined ? [] : [{ encoding, confidence }];
  });
}

/** Guesses with less than this share of the best confidence are dropped; encodings of one alphabet differ by few letters. */
const LIKELY_SHARE = 0.5;
/** Confidence that the detector reports for an encoding without evidence for or against it. */
const GROUNDLESS_CONFIDENCE = 10;
/** At this confidence and above, the guess is almost certainly right; the declared language may be wrong. */
const SURE_CONFIDENCE = 50;
/** The detector mistakes Thai for Chinese. */
const UNDETECTED_ENCODING = 'windows-874';
/** The detector counts letters: a larger sample takes longer, and is not more certain. */
const SAMPLE_BYTES = 262_144;

function decodedAs(bytes: Uint8Array, encoding: string, name: string): DecodedText {
  const standard = standardName(encoding);
  if (standard === undefined)
    throw new CaptionFault(`${encoding} is no encoding that can be read. Name one such as windows-1252 or shift_jis.`);
  const text = tryDecode(bytes, standard);
  if (text === undefined)
    throw new CaptionFault(`${name} is not ${standard}: some of its bytes are no text in it. Name its encoding.`);
  return { text, encoding: standard };
}

/** Name of the encoding behind a label: the Encoding Standard reads ISO 8859-1, for example, as its superset Windows-1252. */
function standardName(label: string): string | undefined {
  return unlessThrown(() => new TextDecoder(label).encoding);
}

function tryDecode(bytes: Uint8Array, encoding: string): string | undefined {
  return unlessThrown(() => {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return encoding === 'windows-1252' ? withPunctuation(text) : text;
  });
}

/** Characters of Windows-1252 from 0x80 to 0x9F. Node.js 20 decodes these bytes as control characters, as in ISO 8859-1. */
const PUNCTUATION = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

const withPunctuation = (text: string): string =>
  text.replaceAll(/[\u0080-\u009F]/g, (character) => PUNCTUATION[character.charCodeAt(0) - 0x80] ?? character);

/** Rejects a text with a NUL: the file is no text, or was decoded in a wrong encoding. */
function whole(decoded: DecodedText, { name, encodingField = ENCODING_FIELD }: DecodeTextOptions): DecodedText {
  const at = decoded.text.indexOf('\0');
  if (at === -1) return decoded;
  const line = decoded.text.slice(0, at).split('\n').length;
  // The index of the first NUL shows the byte order of UTF-16 without a byte order mark.
  const guess = ['utf-16be', 'utf-16le'][at];
  throw new CaptionFault(
    `${name} is no text: line ${line} has a NUL. Save it as UTF-8, or name its encoding${guess === undefined ? '' : `: ${encodingField} ${guess}`}.`,
  );
}

/** Suggests only an encoding of the language in which the bytes are a plausible text: nothing reports wrong letters later. */
function unknownEncoding(
  bytes: Uint8Array,
  { name, languageCode: language, encodingField = ENCODING_FIELD }: DecodeTextOptions,
  { encoding: guess, confidence }: Guess = { encoding: '', confidence: 0 },
): CaptionFault {
  const usual = legacyEncodingsOf(language).find((one) => {
    const text = tryDecode(bytes, one);
    return text !== undefined && mayBeIn(language, text);
  });
  const seen =
    confidence > GROUNDLESS_CONFIDENCE
      ? `it looks like ${guess}, which ${language} is not written in`
      : 'its encoding is not known';
  const isSure = confidence >= SURE_CONFIDENCE && usual !== UNDETECTED_ENCODING;
  const advice = usual === undefined || isSure ? ` (${encodingField})` : `: ${encodingField} ${usual}`;
  return new CaptionFault(`${name} is not UTF-8, and ${seen}. Save it as UTF-8, or name its encoding${advice}.`);
}
