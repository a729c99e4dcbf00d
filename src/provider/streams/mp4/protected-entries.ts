import { boxAt, boxesIn, boxesOfType, type Box } from './boxes.ts';
import { SOUND_ENTRY_BYTES, VISUAL_ENTRY_BYTES } from './sample-entries.ts';

/** Bytes of an encrypted entry before the boxes in it. */
const HEAD_BYTES: Readonly<Record<string, number>> = { encv: VISUAL_ENTRY_BYTES, enca: SOUND_ENTRY_BYTES };
const ENTRIES_HEADER_BYTES = 8;

/** The type of samples that an entry describes, also if they are encrypted. */
export function openType({ type, body }: Box): string {
  const headBytes = HEAD_BYTES[type];
  if (headBytes === undefined || body.length < headBytes) return type;
  return boxAt(body.subarray(headBytes), 'sinf', 'frma')?.toString('latin1', 0, 4) ?? type;
}

/** A copy of an init segment with the sample entries from before encryption, for readers of codec names. */
export function withOpenEntries(init: Buffer): Buffer {
  const copy = Buffer.from(init);
  for (const trak of boxesOfType(boxAt(copy, 'moov') ?? Buffer.alloc(0), 'trak')) {
    const entries = boxAt(trak, 'mdia', 'minf', 'stbl', 'stsd')?.subarray(ENTRIES_HEADER_BYTES);
    if (entries === undefined) continue;
    for (const entry of boxesIn(entries)) entries.write(openType(entry), entry.start + 4, 'latin1');
  }
  return copy;
}
