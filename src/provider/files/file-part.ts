import type { FileHandle } from 'node:fs/promises';

/** `open` of `node:fs/promises`, reduced to reading. */
export type OpenFile = (path: string) => Promise<FileHandle>;

const CHUNK_BYTES = 65_536;

/**
 * Part of a file, first and last byte included. The file is opened on the first read and closed after the last byte, so
 * that a response whose body is not read, such as a response to HEAD, holds no descriptor. A file that has become shorter
 * aborts the response instead of stalling it.
 */
export function filePart(path: string, first: number, last: number, openFile: OpenFile): ReadableStream<Uint8Array> {
  let file: FileHandle | undefined;
  let position = first;
  const close = async (): Promise<void> => {
    const open = file;
    file = undefined;
    await open?.close();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          file ??= await openFile(path);
          const chunk = new Uint8Array(Math.min(CHUNK_BYTES, last - position + 1));
          const { bytesRead } = await file.read(chunk, 0, chunk.byteLength, position);
          if (bytesRead === 0) throw new Error(`${path} has become shorter while it was sent.`);
          position += bytesRead;
          controller.enqueue(chunk.subarray(0, bytesRead));
          if (position <= last) return;
          await close();
          controller.close();
        } catch (error) {
          await close();
          throw error;
        }
      },
      cancel: close,
    },
    /** Otherwise the first chunk would be read in advance. */
    { highWaterMark: 0 },
  );
}
