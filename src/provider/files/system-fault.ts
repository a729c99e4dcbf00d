import { statfsSync, type StatsFs } from 'node:fs';
import { dirname } from 'node:path';
import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';

/** A shortage or refusal of the system, by codes and by messages of programs. */
interface Shortage {
  readonly codes: readonly string[];
  /** Sentences of programs, which have no codes. */
  readonly text: RegExp;
  readonly what: (place: string) => string;
  readonly remedy: string;
}

const SHORTAGES: readonly Shortage[] = [
  {
    codes: ['ENOSPC'],
    text: /No space left on device|disk is full/i,
    what: (place) => `The disk of ${place} is full`,
    remedy: 'Make room',
  },
  {
    codes: ['EDQUOT'],
    text: /quota exceeded/i,
    what: (place) => `The disk of ${place} is full for this user, whose quota is used up`,
    remedy: 'Remove files or raise the quota',
  },
  {
    codes: ['EFBIG'],
    text: /File too large|SIGXFSZ/,
    what: () => 'The disk is full for a file of this size, which its system or a limit (ulimit -f) does not allow',
    remedy: 'Raise the limit',
  },
  {
    codes: ['EROFS'],
    text: /Read-only file system/i,
    what: (place) => `${place} lies on a file system that is mounted read-only`,
    remedy: 'Mount it for writing',
  },
  {
    codes: ['EACCES', 'EPERM'],
    text: /Permission denied|readonly database/i,
    what: (place) => `This user has no right to ${place}`,
    remedy: 'Give it the right (chown, chmod)',
  },
  {
    codes: ['ENOTDIR'],
    text: /Not a directory/i,
    what: (place) => `A part of the path ${place} is a file, and no folder`,
    remedy: 'Move that file away',
  },
  {
    codes: ['EMFILE', 'ENFILE'],
    text: /Too many open files/i,
    what: () => 'Too many files are open',
    remedy: 'Raise the limit (ulimit -n)',
  },
  {
    codes: ['ENOMEM', 'EAGAIN'],
    text: /Cannot allocate memory|ended with SIGKILL|bad_alloc|heap out of memory/i,
    what: () => 'There is not enough memory',
    remedy: 'End other programs or add memory',
  },
  {
    codes: ['EIO'],
    text: /disk I\/O error/i,
    what: (place) => `The disk of ${place} reports an error`,
    remedy: 'Look after the disk',
  },
];

export interface SystemFault {
  /** Without a full stop. */
  readonly what: string;
  /** Advice before another attempt. */
  readonly remedy: string;
}

/** A disk without inodes reports ENOSPC like a full disk: it has a maximum number of files, however small they are. */
const noFiles = (place: string): SystemFault => ({
  what: `The disk of ${place} is full of files: it has no inodes left`,
  remedy: 'Remove files',
});

const LOST: readonly string[] = ['ENOENT', 'ESTALE', 'ENODEV', 'ENXIO'];

/**
 * Why the system refused or failed; `undefined` for an error of another kind, which is a bug.
 *
 * @param place The folder or file to be written, for messages about an error that names no path.
 */
export function systemFault(error: unknown, place: string, diskOf = readDisk): SystemFault | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', path, message } = error as NodeJS.ErrnoException;
  const found = SHORTAGES.find(({ codes, text }) => codes.includes(code) || (path === undefined && text.test(message)));
  if (found?.codes.includes('ENOSPC') === true && hasNoFiles(diskOf(path ?? place))) return noFiles(path ?? place);
  if (found !== undefined) return { what: found.what(path ?? place), remedy: found.remedy };
  if (!LOST.includes(code) || path === undefined) return undefined;
  return { what: `${path} is gone, or the disk that it was on`, remedy: 'Bring it back' };
}

/** The disk of a file that may not exist. */
const readDisk = (path: string): StatsFs | undefined =>
  unlessThrown(() => statfsSync(path)) ?? unlessThrown(() => statfsSync(dirname(path)));

/** Some file systems count no inodes, and report 0 of 0. */
const hasNoFiles = (disk: StatsFs | undefined): boolean => disk !== undefined && disk.files > 0 && disk.ffree === 0;

/** A disk with less free space counts as full: not even a playlist fits. */
const FULL_BYTES = 65_536;

/** Whether a disk is full, for programs that report success on a full disk. */
export function isDiskFull(folder: string): boolean {
  const disk = readDisk(folder);
  return disk !== undefined && (disk.bavail * disk.bsize < FULL_BYTES || hasNoFiles(disk));
}
