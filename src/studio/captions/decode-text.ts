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
  /** Place where its owner can name one, for messages; by default, the option of commands. */
  readonly encodingField?: string | undefined;
}

/** Its name, for messages, and the language in which its captions are wanted. */
export type CaptionFile = Pick<DecodeTextOptions, 'name' | 'languageCode'>;

const ENCODING_FIELD = '--captions-encoding';

export interface DecodedText {
  readonly text: string;
  /** Name of the Encoding standard. */
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
  /** Of 100. */
  readonly confidence: number;
}

/** Guesses, the likeliest first; much less likely guesses are left out. */
function guessesOf(bytes: Uint8Array): Guess[] {
  const found = analyse(bytes.subarray(0, SAMPLE_BYTES));
  const least = (found[0]?.confidence ?? 0) * LIKELY_SHARE;
  const likely = found.filter(({ confidence }) => confidence > 0 && confidence >= least);
  return likely.flatMap(({ name, confidence }) => {
    const encoding = standardName(name);
    return encoding === undefined ? [] : [{ encoding, confidence }];
  });
}

/** Share of the confidence in the first guess: encodings of one alphabet differ by few letters. */
const LIKELY_SHARE = 0.5;
/** The detector gives ten to an encoding that nothing speaks against. */
const GROUNDLESS_CONFIDENCE = 10;
/** From here on, a guess is hardly wrong, but the language may be. */
const SURE_CONFIDENCE = 50;
/** The detector takes Thai for Chinese. */
const UNDETECTED_ENCODING = 'windows-874';
/** The detector counts letters: more than this adds time, not certainty. */
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

/** Browsers and Node.js read ISO 8859-1 as the larger Windows-1252, and so on. */
function standardName(label: string): string | undefined {
  return unlessThrown(() => new TextDecoder(label).encoding);
}

function tryDecode(bytes: Uint8Array, encoding: string): string | undefined {
  return unlessThrown(() => {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return encoding === 'windows-1252' ? withPunctuation(text) : text;
  });
}

/** Characters of Windows-1252 from 0x80 to 0x9F. Node.js 20 decodes them as ISO 8859-1 has them, as control characters. */
const PUNCTUATION = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

const withPunctuation = (text: string): string =>
  text.replaceAll(/[\u0080-\u009F]/g, (character) => PUNCTUATION[character.charCodeAt(0) - 0x80] ?? character);

/** A text has no NUL: a file with NUL is no text, or was decoded in a wrong encoding. */
function whole(decoded: DecodedText, { name, encodingField = ENCODING_FIELD }: DecodeTextOptions): DecodedText {
  const at = decoded.text.indexOf('\0');
  if (at === -1) return decoded;
  const line = decoded.text.slice(0, at).split('\n').length;
  // Letters of two bytes each without a mark of their order.
  const guess = ['utf-16be', 'utf-16le'][at];
  throw new CaptionFault(
    `${name} is no text: line ${line} has a NUL. Save it as UTF-8, or name its encoding${guess === undefined ? '' : `: ${encodingField} ${guess}`}.`,
  );
}

/** Advises an encoding of the language alone, and none in which the text would not be one: nothing reports wrong letters later. */
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
