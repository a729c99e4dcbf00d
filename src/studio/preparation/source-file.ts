import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { HEAD_BYTES } from '../../../protocol/media/file-kinds.ts';

/** First bytes of a file; `null` if it is no regular file. */
export const headOf = (path: string): Promise<Buffer | null> =>
  withFile(path, async (file) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  });

export async function isMp4(file: FileHandle): Promise<boolean> {
  const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
  return /^(?:ftyp|styp|moov|moof|mdat|free|skip|wide|pnot)$/.test(buffer.toString('latin1', 4, 8));
}

/** Reads from a regular file. Opens it in non-blocking mode: a named pipe would block until it has a writer. */
export async function withFile<Value>(
  path: string,
  read: (file: FileHandle, size: number) => Promise<Value>,
): Promise<Value | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    return stats.isFile() ? await read(file, stats.size) : null;
  } finally {
    await file.close();
  }
}
