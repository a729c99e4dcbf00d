/**
 * Recognises the kind of a file by its first bytes, before anything opens it. The command, the server and the page of uploads use
 * the same rules.
 */

/** Bytes read from the start of a file: the mark of an animated image comes only after its metadata. */
export const HEAD_BYTES = 262_144;
/** Bytes that the patterns below need, among them two packets of MPEG-TS. */
const SNIFFED_BYTES = 400;

/** Files of video and sound, by their first bytes in hexadecimal digits. */
const CONTAINERS = {
  'MP4 or QuickTime': starting(4, 'ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'styp'),
  'Matroska or WebM': /^1a45dfa3/,
  'MPEG-TS, in packets of 188 or 192 bytes': /^47.{374}47|^.{8}47.{382}47/,
  'MPEG-PS': /^000001b[3a]/,
  'AVI or WAV': starting(0, 'RIFF', 'RF64'),
  AIFF: starting(0, 'FORM'),
  Ogg: starting(0, 'OggS'),
  FLAC: starting(0, 'fLaC'),
  'Flash Video': starting(0, 'FLV'),
  'Windows Media': /^3026b2758e66cf11/,
  'MP3 or AAC, with tags': starting(0, 'ID3'),
  'MP3 or AAC': /^ff[ef]/,
  MXF: /^060e2b3402050101/,
  AMR: starting(0, '#!AMR'),
  'Core Audio': starting(0, 'caff'),
  DV: /^1f0700/,
};

/** Pictures and other files that people mistake for videos, by their names in messages. */
const PICTURES: Readonly<Record<string, RegExp>> = {
  JPEG: /^ffd8ff/,
  PNG: /^89504e470d0a1a0a/,
  GIF: /^47494638/,
  WebP: /^52494646.{8}57454250/,
  'HEIC or AVIF': /^.{8}66747970(?:68656963|68656978|6d696631|61766966)/,
  TIFF: /^(?:49492a00|4d4d002a)/,
  BMP: /^424d.{8}00000000/,
  Photoshop: /^38425053/,
};
const OTHERS: Readonly<Record<string, RegExp>> = {
  'a PDF': /^25504446/,
  'an archive (ZIP), or a document in one': /^504b0[357]0[468]/,
  'an archive': /^(?:1f8b|526172211a07|377abcaf271c|fd377a585a00|425a68)/,
  'a program': /^(?:4d5a|7f454c46)/,
};
/** Marks of pictures that move: a repetition in GIF, a control chunk in PNG, and an ANIM chunk in WebP. */
const MOVING: Readonly<Record<string, RegExp>> = {
  GIF: /NETSCAPE2\.0|ANIMEXTS1\.0/,
  PNG: /^[^]{8,}?acTL/,
  WebP: /^RIFF[^]{4}WEBPVP8X[^]*?ANIM/,
};

export interface ForeignFile {
  readonly kind: 'picture' | 'animation' | 'other';
  /** With its article: `a picture (JPEG)`. */
  readonly name: string;
}

/** Kind of a file that is no video; `undefined` for a file that may be a video, sound or a text. */
export function foreignFile(head: Uint8Array): ForeignFile | undefined {
  const start = digitsOf(head);
  const picture = keyOf(PICTURES, start);
  if (picture !== undefined) {
    const isMoving = MOVING[picture]?.test(lettersOf(head)) === true;
    return isMoving
      ? { kind: 'animation', name: `an animation (${picture})` }
      : { kind: 'picture', name: `a picture (${picture})` };
  }
  const other = beginsAsContainer(head) ? undefined : keyOf(OTHERS, start);
  return other === undefined ? undefined : { kind: 'other', name: other };
}

/**
 * Whether a file begins as a container of video or sound does. Formats that are lists of other files (HLS, concat, SDP) are texts:
 * ffprobe would open the listed files to name the format, and follow a playlist without an end forever.
 */
export function beginsAsContainer(head: Uint8Array): boolean {
  const start = digitsOf(head);
  return Object.values(CONTAINERS).some((pattern) => pattern.test(start));
}

const keyOf = (kinds: Readonly<Record<string, RegExp>>, start: string): string | undefined =>
  Object.entries(kinds).find(([, pattern]) => pattern.test(start))?.[0];

function digitsOf(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, SNIFFED_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Bytes as Latin-1 text. */
const lettersOf = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, HEAD_BYTES), (byte) => String.fromCodePoint(byte)).join('');

/** Pattern of files with one of `names` in ASCII at `offset`. */
function starting(offset: number, ...names: readonly string[]): RegExp {
  const digits = names.map((name) => digitsOf(Uint8Array.from(name, (letter) => letter.codePointAt(0) ?? 0)));
  return new RegExp(`^.{${offset * 2}}(?:${digits.join('|')})`);
}
