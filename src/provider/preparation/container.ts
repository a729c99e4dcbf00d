import { open } from 'node:fs/promises';
import { constants } from 'node:fs';

/** Files of video and sound, by their first bytes, as latin1. */
const CONTAINERS: readonly (readonly [name: string, start: RegExp])[] = [
  ['MP4 or QuickTime', /^[^]{4}(?:ftyp|moov|mdat|free|skip|wide|pnot|styp)/],
  ['Matroska or WebM', /^\x1A\x45\xDF\xA3/],
  ['MPEG-TS', /^\x47[^]{187}\x47|^[^]{4}\x47[^]{191}\x47/],
  ['MPEG-PS', /^\x00\x00\x01[\xB3\xBA]/],
  ['AVI, WAV or RF64', /^(?:RIFF|RF64)[^]{4}(?:AVI |WAVE)/],
  ['AIFF', /^FORM[^]{4}AIF[FC]/],
  ['Ogg', /^OggS/],
  ['FLAC', /^fLaC/],
  ['Flash Video', /^FLV\x01/],
  ['Windows Media', /^\x30\x26\xB2\x75\x8E\x66\xCF\x11/],
  ['MP3 or AAC with tags', /^ID3/],
  ['MP3 or AAC', /^\xFF[\xE0-\xFF]/],
  ['MXF', /^\x06\x0E\x2B\x34\x02\x05\x01\x01/],
  ['AMR', /^#!AMR/],
  ['Core Audio', /^caff/],
  ['DV', /^\x1F\x07\x00/],
];

/** Two packets of MPEG-TS. */
const SNIFFED_BYTES = 400;

/**
 * Whether a file begins as a container of video or sound does. Formats that are lists of other files (HLS, concat, SDP) are
 * texts: ffprobe would open one to name it, and follow a playlist without an end for as long as it is asked.
 */
export async function isContainer(path: string): Promise<boolean> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) return false;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0);
    const start = buffer.toString('latin1', 0, bytesRead);
    return CONTAINERS.some(([, pattern]) => pattern.test(start));
  } finally {
    await file.close();
  }
}
