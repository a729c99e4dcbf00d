import { boxesIn, type Box } from '../../../src/provider/streams/mp4/boxes.ts';
import { SOUND_ENTRY_BYTES, VISUAL_ENTRY_BYTES } from '../../../src/provider/streams/mp4/sample-entries.ts';

/** Schemes of ISO/IEC 23001-7: AES-CTR over whole samples or all of a slice, and AES-CBC over one block in ten. */
export type ProtectionScheme = 'cenc' | 'cbcs';

/** A key and its id, 16 bytes each. */
export interface ProtectionKey {
  readonly keyId: Buffer;
  readonly key: Buffer;
}

export const BLOCK_BYTES = 16;
/** `cbcs` encrypts one of ten blocks of a picture: devices decrypt only a tenth, and the picture is still not visible. */
export const CBCS_PATTERN = { encryptedBlocks: 1, clearBlocks: 9 } as const;

export interface InitProtection extends ProtectionKey {
  readonly scheme: ProtectionScheme;
  /** The initialization vector of all samples with `cbcs`. */
  readonly constantIv: Buffer;
}

/** Bytes of a sample entry before the boxes in it, and its name once it is encrypted. */
const ENTRIES: Readonly<Record<string, { readonly name: string; readonly headBytes: number }>> = {
  avc1: { name: 'encv', headBytes: VISUAL_ENTRY_BYTES },
  avc3: { name: 'encv', headBytes: VISUAL_ENTRY_BYTES },
  mp4a: { name: 'enca', headBytes: SOUND_ENTRY_BYTES },
};
/** The system id of the W3C, which ClearKey reads. */
const COMMON_SYSTEM_ID = Buffer.from('1077efecc0b24d02ace33c1e52e2fb4b', 'hex');
const CONTAINERS = new Set(['trak', 'mdia', 'minf', 'stbl']);

/** The init segment with its tracks declared as encrypted, and with the id of their key. */
export function protectInit(init: Buffer, protection: InitProtection): Buffer {
  return Buffer.concat(
    boxesIn(init).map((box) =>
      box.type === 'moov'
        ? makeBox('moov', ...boxesIn(box.body).map((inner) => protectBox(inner, protection)), keyBox(protection))
        : makeBox(box.type, box.body),
    ),
  );
}

function protectBox({ type, body }: Box, protection: InitProtection): Buffer {
  if (CONTAINERS.has(type)) return makeBox(type, ...boxesIn(body).map((inner) => protectBox(inner, protection)));
  if (type !== 'stsd') return makeBox(type, body);
  const entries = boxesIn(body.subarray(8)).map((entry) => protectEntry(entry, protection));
  return makeBox('stsd', body.subarray(0, 8), ...entries);
}

function protectEntry({ type, body }: Box, protection: InitProtection): Buffer {
  const { name, headBytes } = ENTRIES[type] ?? {};
  if (name === undefined) throw new Error(`samples of ${type} cannot be encrypted`);
  const { scheme } = protection;
  const [head, inside] = [body.subarray(0, headBytes), body.subarray(headBytes)];
  const information = makeBox(
    'sinf',
    makeBox('frma', Buffer.from(type, 'latin1')),
    makeFullBox('schm', 0, 0, Buffer.from(scheme, 'latin1'), uint32(0x1_00_00)),
    makeBox('schi', trackEncryption(name === 'encv', protection)),
  );
  return makeBox(name, head, inside, information);
}

function trackEncryption(isPicture: boolean, { scheme, keyId, constantIv }: InitProtection): Buffer {
  if (scheme === 'cenc') return makeFullBox('tenc', 0, 0, Buffer.from([0, 0, 1, IV_BYTES]), keyId);
  const pattern = isPicture ? (CBCS_PATTERN.encryptedBlocks << 4) | CBCS_PATTERN.clearBlocks : 0;
  return makeFullBox('tenc', 1, 0, Buffer.from([0, pattern, 1, 0]), keyId, Buffer.from([BLOCK_BYTES]), constantIv);
}

/** Bytes of the initialization vector of a `cenc` sample: half a block; the other half counts the blocks. */
export const IV_BYTES = 8;

function keyBox({ keyId }: InitProtection): Buffer {
  return makeFullBox('pssh', 1, 0, COMMON_SYSTEM_ID, uint32(1), keyId, uint32(0));
}

/** A box of an ISO base media file (ISO/IEC 14496-12) around its content. */
export function makeBox(type: string, ...content: readonly Uint8Array[]): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(
    content.reduce((bytes, part) => bytes + part.length, header.length),
    0,
  );
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, ...content]);
}

/** A box with a version and flags. */
export function makeFullBox(type: string, version: number, flags: number, ...content: readonly Uint8Array[]): Buffer {
  return makeBox(type, uint32((version << 24) | flags), ...content);
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

export function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
