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

/** Names in Latin letters, behind so many bytes. */
function starting(offset: number, ...names: readonly string[]): RegExp {
  const digits = names.map((name) => Buffer.from(name, 'latin1').toString('hex'));
  return new RegExp(`^.{${offset * 2}}(?:${digits.join('|')})`);
}

/** Two packets of MPEG-TS. */
const SNIFFED_BYTES = 400;

/**
 * Whether a file begins as a container of video or sound does; `null` for what is no ordinary file. Formats that are lists of
 * other files (HLS, concat, SDP) are texts: ffprobe would open one to name it, and follow a playlist without an end for as long
 * as it is asked.
 */
export function isContainer(head: Buffer | null): boolean {
  const start = head?.toString('hex', 0, SNIFFED_BYTES) ?? '';
  return Object.values(CONTAINERS).some((pattern) => pattern.test(start));
}
