import { isTransport, PACKET_BYTES, SYNC_BYTE } from '../../../protocol/runtime/media/transport/packets.ts';
import { bodyOf, boxesOfFile } from '../../provider/streams/mp4/boxes.ts';
import { headOf, isMp4, withFile } from './source-file.ts';

/** Object identifiers that mark encrypted Windows Media (ASF). */
const PROTECTED_ASF =
  /fbb3112223bdd211b4b700a0c955fc6e|14e68a292226174cb935dae07ee9289c|79f0049a40988642ab92e65be0885f95/;
/** Encryption algorithm (AES) of an encrypted Matroska track. */
const PROTECTED_MATROSKA = /47e18105/;
const MATROSKA_CLUSTER = '1f43b675';
const SCRAMBLED_SHARE = 0.5;

/** Whether the pictures or the sound of a file are encrypted, which decoders do not report. */
export async function isProtected(path: string): Promise<boolean> {
  const head = await headOf(path);
  if (head === null) return false;
  const moov = await withFile(path, async (file, size) => {
    const index = (await isMp4(file)) && (await boxesOfFile(file, 0, size)).find(({ type }) => type === 'moov');
    return index ? bodyOf(file, index) : undefined;
  });
  if (moov) return moov.includes('sinf') && moov.includes('schm');
  const digits = head.toString('hex');
  if (digits.startsWith('3026b275')) return PROTECTED_ASF.test(digits);
  if (digits.startsWith('1a45dfa3')) return PROTECTED_MATROSKA.test(digits.split(MATROSKA_CLUSTER)[0] ?? '');
  if (digits.startsWith('000001ba')) return shareOf(packetsOfProgram(head), (flags) => flags & 0x30) > SCRAMBLED_SHARE;
  if (!isTransport(head)) return false;
  return shareOf(packetsOfTransport(head), (flags) => flags & 0xc0) > SCRAMBLED_SHARE;
}

const shareOf = (flags: readonly number[], isSet: (flags: number) => number): number =>
  flags.length === 0 ? 0 : flags.filter((one) => isSet(one) !== 0).length / flags.length;

/** Scrambling flags of the video packets of MPEG-PS, as on a DVD. */
function packetsOfProgram(head: Buffer): number[] {
  const flags: number[] = [];
  const code = Buffer.from([0, 0, 1, 0xe0]);
  for (let at = head.indexOf(code); at !== -1 && at + 6 < head.length; at = head.indexOf(code, at + 4))
    flags.push(head[at + 6] ?? 0);
  return flags;
}

/** Scrambling flags of MPEG-TS packets with a payload, except tables and padding. */
function packetsOfTransport(head: Buffer): number[] {
  const flags: number[] = [];
  for (let at = 0; at + PACKET_BYTES <= head.length && head[at] === SYNC_BYTE; at += PACKET_BYTES) {
    const id = head.readUInt16BE(at + 1) & 0x1fff;
    const control = head.readUInt8(at + 3);
    if (id > 0x1f && id !== 0x1fff && (control & 0x10) !== 0) flags.push(control);
  }
  return flags;
}
