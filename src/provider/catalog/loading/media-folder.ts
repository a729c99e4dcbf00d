import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locate, type Located } from '../../files/contained-path.ts';

/** Why a file below `media/` cannot be used, in a sentence that says how to mend it. */
export class MediaFault extends Error {
  override readonly name = 'MediaFault';
}

/** The files that descriptions name, by their path below `media/`. What cannot be used is a {@link MediaFault}. */
export interface MediaFolder {
  /** Throws for what is not there, and for what would not be served. */
  check(reference: string): Promise<void>;
  readText(reference: string): Promise<string>;
  /** `undefined` for a file that is larger. */
  readBytes(reference: string, maxBytes: number): Promise<Uint8Array | undefined>;
}

export interface MediaFolderOptions {
  readonly followLinks: boolean;
  /** Hears of every file that was looked for, whether it was there or not. */
  readonly onLookedFor?: (path: string) => void;
}

/** Playlists and cues of a day are some hundred kilobytes; what is larger is a film under a wrong name. */
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
    async readBytes(reference, maxBytes) {
      const { path, stats } = await find(reference);
      return stats.size > maxBytes ? undefined : readOrExplain(reference, () => readFile(path));
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
