import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** A path that cannot be read as a file. The reason follows the name of the file in a sentence. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
}

/**
 * Reads a text of at most `maxBytes`. Other programs write the catalog's folder: a pipe would block its reader until a
 * writer opens it, a device has no end, and a file may be replaced between a check and the read. So a path is opened
 * without waiting, and the type of the open file is checked. Synchronous: a call of the asynchronous interface costs
 * ten times the processor time, and a catalog takes hundreds of thousands. Threads that serve do not call this for many
 * files.
 */
export function readRegularText(path: string, maxBytes: number): string {
  return withRegularFile(path, (file, sizeBytes) => {
    if (sizeBytes > maxBytes) throw tooLarge(maxBytes);
    // Reads one byte more than the expected size, to detect a file that grows meanwhile.
    const length = sizeBytes + 1;
    const buffer = length > scratch.length ? Buffer.allocUnsafeSlow(length) : scratch;
    const bytes = readAt(file, buffer.subarray(0, length), 0);
    if (bytes.length > maxBytes) throw tooLarge(maxBytes);
    return bytes.toString('utf8');
  });
}

/** Some editors begin a file with a byte order mark. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** For texts of ordinary size: a buffer for each would be garbage at once. */
const scratch = Buffer.allocUnsafeSlow(65_536);

/** Reads a part of a file; less where it ends earlier. */
export function readRegularPart(path: string, firstByte: number, lengthBytes: number): Buffer {
  return withRegularFile(path, (file) => readAt(file, Buffer.allocUnsafe(lengthBytes), firstByte));
}

/** A sentence about an error of the file system, without the path that it names. */
export function explainReadError(error: unknown): string {
  if (error instanceof FileFault) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EISDIR') return 'is a folder, not a file';
  if (code === 'ENXIO') return NOT_REGULAR;
  if (code === 'EACCES' || code === 'EPERM') return "cannot be read. May the provider's user read it?";
  return `cannot be read (${code ?? 'unknown error'})`;
}

const NOT_REGULAR = 'is no ordinary file, but a pipe, a socket or a device. Put a file in its place';

const tooLarge = (maxBytes: number): FileFault =>
  new FileFault(`is larger than ${maxBytes / 1_048_576} MiB, so it is not read`);

function withRegularFile<T>(path: string, read: (file: number, sizeBytes: number) => T): T {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    const stats = fstatSync(file);
    if (stats.isDirectory()) throw new FileFault('is a folder, not a file');
    if (!stats.isFile()) throw new FileFault(NOT_REGULAR);
    return read(file, stats.size);
  } finally {
    closeSync(file);
  }
}

function readAt(file: number, bytes: Buffer, firstByte: number): Buffer {
  let filled = 0;
  while (filled < bytes.length) {
    const count = readSync(file, bytes, filled, bytes.length - filled, firstByte + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
