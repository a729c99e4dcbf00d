import { unlessThrown } from '../../../../protocol/runtime/unless-thrown.ts';
import { createHash } from 'node:crypto';
import { realpathSync, type BigIntStats } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { isBelow } from '../../files/contained-path.ts';
import { explainReadError, readRegularText, readRegularPart, withoutMark } from '../../files/regular-file.ts';
import { linkStatsOf, stampOf, statsOf } from './file-stamps.ts';

/** Why a file below `media/` cannot be used, in a sentence that says how to fix it. */
export class MediaFault extends Error {
  override readonly name = 'MediaFault';
}

/** The files that descriptions name, by their path below `media/`. An unusable file throws a {@link MediaFault}. */
export interface MediaFolder {
  /** Throws for a missing file, and for a file that the server would not serve. */
  check(reference: string): Promise<void>;
  readText(reference: string): Promise<string>;
  /** The beginning of a part of a file, at most so many bytes; `lastByte` may be beyond its end. */
  readStart(reference: string, firstByte: number, lastByte: number, maxBytes: number): Promise<FileStart>;
}

/** An existing media folder, opened for the reading of one video. */
export interface OpenMediaFolder extends MediaFolder {
  /**
   * A name for the state of the checked files, and of these folders, which change with every file that is added, replaced or
   * removed. Machines that have the same files with the same times get the same name. Empty without such files.
   */
  version(folders: readonly string[]): string;
}

export interface FileStart {
  readonly bytes: Uint8Array;
  /** Size of the part. */
  readonly ofBytes: number;
}

export interface MediaFolderOptions {
  readonly followLinks: boolean;
  /** Called for every file that was requested, whether it exists or not, with the stamp of its state. */
  readonly onLookedFor?: (reference: string, stamp: string) => void;
}

/** A day of playlists and cues takes some hundred kilobytes; anything larger is a misnamed video. */
const TEXT_MAX_BYTES = 8_388_608;
const NANOSECONDS_PER_MS = 1_000_000n;
/** 48 bits: enough that two states of the same files do not collide. */
const DIGEST_CHARACTERS = 8;

/** Result of a look-up by reference. */
interface Located {
  readonly path: string;
  readonly sizeBytes: number;
}

/**
 * The present media folder. It caches its results, so open one for each video that is read. Calls return at once
 * (`files/regular-file.ts`); the interface also allows a folder with slower calls.
 */
export function openMediaFolder(folder: string, { followLinks, onLookedFor }: MediaFolderOptions): OpenMediaFolder {
  const folders = new Map<string, string | undefined>();
  const found = new Map<string, Located>();
  const states = new Map<string, BigIntStats>();
  const realFolder = (path: string): string | undefined => {
    if (!folders.has(path)) folders.set(path, realPathOf(path));
    return folders.get(path);
  };
  const isInside = (path: string): boolean => {
    const root = realFolder(folder);
    return root !== undefined && path.startsWith(root.endsWith(sep) ? root : root + sep);
  };
  const locate = (reference: string): Located => {
    const refuse = (reason: Reason): MediaFault => new MediaFault(SENTENCES[reason](reference));
    const named = join(folder, reference);
    if (!isBelow(reference)) {
      onLookedFor?.(reference, stampOf(statsOf(named)));
      throw refuse('not-below');
    }
    const linkStats = linkStatsOf(named);
    const stats = linkStats?.isSymbolicLink() === true ? statsOf(named) : linkStats;
    onLookedFor?.(reference, stampOf(stats));
    const parent = realFolder(dirname(named));
    const path =
      linkStats?.isSymbolicLink() === true ? realPathOf(named) : join(parent ?? '', named.slice(dirname(named).length));
    if (stats === undefined || parent === undefined || path === undefined) throw refuse('missing');
    if (!followLinks && !isInside(path)) throw refuse('link-leads-out');
    if (stats.isDirectory()) throw refuse('folder');
    if (!stats.isFile()) throw refuse('not-regular');
    states.set(reference, stats);
    return { path, sizeBytes: Number(stats.size) };
  };
  const find = (reference: string): Located => {
    const located = found.get(reference) ?? locate(reference);
    found.set(reference, located);
    return located;
  };
  return {
    async check(reference) {
      find(reference);
    },
    async readText(reference) {
      const { path, sizeBytes } = find(reference);
      if (sizeBytes > TEXT_MAX_BYTES) throw new MediaFault(`media/${reference} is too large to be a text`);
      return readOrExplain(reference, () => withoutMark(readRegularText(path, TEXT_MAX_BYTES)));
    },
    async readStart(reference, firstByte, lastByte, maxBytes) {
      const { path, sizeBytes } = find(reference);
      const ofBytes = Math.max(0, Math.min(sizeBytes, lastByte + 1) - firstByte);
      const length = Math.min(ofBytes, maxBytes);
      return readOrExplain(reference, () => ({ bytes: readRegularPart(path, firstByte, length), ofBytes }));
    },
    version(folders) {
      // Not the media folder itself, which changes with every video.
      for (const name of folders.filter((one) => one !== '')) {
        const stats = statsOf(join(folder, name));
        onLookedFor?.(name, stampOf(stats));
        if (stats !== undefined) states.set(name, stats);
      }
      return versionOf(states);
    },
  };
}

function versionOf(states: ReadonlyMap<string, BigIntStats>): string {
  if (states.size === 0) return '';
  const hash = createHash('sha1');
  let newestNs = 0n;
  for (const [name, stats] of [...states].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (stats.mtimeNs > newestNs) newestNs = stats.mtimeNs;
    hash.update(`${name}\n${stats.isDirectory() ? '' : stats.size} ${stats.mtimeNs}\n`);
  }
  const newestMs = Number(newestNs / NANOSECONDS_PER_MS) + 1;
  return `${newestMs.toString(36)}-${hash.digest('base64url').slice(0, DIGEST_CHARACTERS)}`;
}

type Reason = keyof typeof SENTENCES;

const SENTENCES = {
  missing: (reference: string) =>
    reference.startsWith('media/')
      ? `no such file: media/${reference}. Paths begin below media/: write ${reference.slice('media/'.length)}`
      : `no such file: media/${reference}`,
  folder: (reference: string) => `media/${reference} is a folder, not a file`,
  'not-regular': (reference: string) => `media/${reference} is no ordinary file, but a pipe, a socket or a device`,
  'not-below': (reference: string) => `${reference} is not below media/, or is hidden`,
  'link-leads-out': (reference: string) =>
    `media/${reference} is a link that leads out of media/. Start with ORIEL_FOLLOW_LINKS=1 to follow such links`,
} as const;

function realPathOf(path: string): string | undefined {
  return unlessThrown(() => realpathSync.native(path));
}

function readOrExplain<T>(reference: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new MediaFault(`media/${reference} ${explainReadError(error)}`);
  }
}
