import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locate, type Located } from '../../files/contained-path.ts';

/** Why a file below `media/` cannot be used, in a sentence that says how to fix it. */
export class MediaFault extends Error {
  override readonly name = 'MediaFault';
}

/** The files that descriptions name, by their path below `media/`. An unusable file throws a {@link MediaFault}. */
export interface MediaFolder {
  /** Throws for a missing file, and for one that would not be served. */
  check(reference: string): Promise<void>;
  readText(reference: string): Promise<string>;
  /** The beginning of a part of a file, at most so many bytes; `lastByte` may be beyond its end. */
  readStart(reference: string, firstByte: number, lastByte: number, maxBytes: number): Promise<FileStart>;
}

export interface FileStart {
  readonly bytes: Uint8Array;
  /** Size of the part. */
  readonly ofBytes: number;
}

export interface MediaFolderOptions {
  readonly followLinks: boolean;
  /** Called for every file that was looked for, whether it exists or not. */
  readonly onLookedFor?: (path: string) => void;
}

/** A day of playlists and cues takes some hundred kilobytes; anything larger is a misnamed film. */
const TEXT_MAX_BYTES = 8_388_608;

export function openMediaFolder(folder: string, { followLinks, onLookedFor }: MediaFolderOptions): MediaFolder {
  const find = async (reference: string): Promise<Located & { ok: true }> => {
    onLookedFor?.(join(folder, reference));
    const located = await locate(folder, reference, followLinks);
    if (!located.ok) throw new MediaFault(SENTENCES[located.reason](reference));
    return located;
  };
  return {
    async check(reference) {
      await find(reference);
    },
    async readText(reference) {
      const { path, stats } = await find(reference);
      if (stats.size > TEXT_MAX_BYTES) throw new MediaFault(`media/${reference} is too large to be a text`);
      return readOrExplain(reference, async () => stripMark(await readFile(path, 'utf8')));
    },
    async readStart(reference, firstByte, lastByte, maxBytes) {
      const { path, stats } = await find(reference);
      const ofBytes = Math.max(0, Math.min(stats.size, lastByte + 1) - firstByte);
      const length = Math.min(ofBytes, maxBytes);
      return readOrExplain(reference, async () => {
        const file = await open(path);
        try {
          const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, firstByte);
          return { bytes: buffer.subarray(0, bytesRead), ofBytes };
        } finally {
          await file.close();
        }
      });
    },
  };
}

type Reason = (Located & { ok: false })['reason'];

const SENTENCES: Readonly<Record<Reason, (reference: string) => string>> = {
  missing: (reference) =>
    reference.startsWith('media/')
      ? `no such file: media/${reference}. Paths begin below media/: write ${reference.slice('media/'.length)}`
      : `no such file: media/${reference}`,
  folder: (reference) => `media/${reference} is a folder, not a file`,
  'not-below': (reference) => `${reference} is not below media/, or is hidden`,
  'link-leads-out': (reference) =>
    `media/${reference} is a link that leads out of media/. Start with ORIEL_FOLLOW_LINKS=1 to follow such links`,
};

async function readOrExplain<T>(reference: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new MediaFault(`media/${reference} cannot be read (${code}). May the provider's user read it?`);
  }
}

/** Some editors begin a file with a byte order mark. */
function stripMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
