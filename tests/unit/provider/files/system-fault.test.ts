import { statfsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { systemFault } from '../../../../src/provider/files/system-fault.ts';

const withCode = (code: string, path?: string): Error =>
  Object.assign(new Error(`${code}: no`), { code, ...(path !== undefined && { path }) });

test.each([
  [withCode('ENOSPC'), 'The disk of /srv is full', 'Make room'],
  [
    withCode('EDQUOT'),
    'The disk of /srv is full for this user, whose quota is used up',
    'Remove files or raise the quota',
  ],
  [withCode('EROFS', '/srv/a'), '/srv/a lies on a file system that is mounted read-only', 'Mount it for writing'],
  [withCode('EACCES', '/srv/a'), 'This user has no right to /srv/a', 'Give it the right (chown, chmod)'],
  [withCode('ENOTDIR', '/srv/a'), 'A part of the path /srv/a is a file, and no folder', 'Move that file away'],
  [withCode('EMFILE'), 'Too many files are open', 'Raise the limit (ulimit -n)'],
  [withCode('ENOMEM'), 'There is not enough memory', 'End other programs or add memory'],
  [withCode('EIO', '/srv/a'), 'The disk of /srv/a reports an error', 'Look after the disk'],
  [withCode('ENOENT', '/srv/a'), '/srv/a is gone, or the disk that it was on', 'Bring it back'],
  [new Error('ffmpeg ended with 1: a.m4s: No space left on device'), 'The disk of /srv is full', 'Make room'],
  [
    new Error('ffmpeg ended with 1: a.m4s: Permission denied'),
    'This user has no right to /srv',
    'Give it the right (chown, chmod)',
  ],
  [
    new Error('ffmpeg ended with SIGKILL: it says no reason'),
    'There is not enough memory',
    'End other programs or add memory',
  ],
  [new Error('SQLITE_FULL: database or disk is full'), 'The disk of /srv is full', 'Make room'],
])('%s is explained with its place and what to do', (error, what, remedy) => {
  expect(systemFault(error, '/srv')).toEqual({ what, remedy });
});

test.each([
  [{ files: 20, ffree: 0 }, 'The disk of /srv is full of files: it has no inodes left', 'Remove files'],
  [{ files: 20, ffree: 1 }, 'The disk of /srv is full', 'Make room'],
  [{ files: 0, ffree: 0 }, 'The disk of /srv is full', 'Make room'],
])('a full disk with the inodes %j is explained by inodes or by space', (inodes, what, remedy) => {
  const disk = () => ({ ...statfsSync('.'), ...inodes });
  expect(systemFault(withCode('ENOSPC'), '/srv', disk)).toEqual({ what, remedy });
  expect(systemFault(new Error('ffmpeg: No space left on device'), '/srv', disk)).toEqual({ what, remedy });
  expect(systemFault(withCode('EACCES', '/srv/a'), '/srv', disk)?.what).toContain('no right');
});

test.each([new Error('x is not a function'), withCode('ERR_INVALID_ARG_TYPE'), 'text'])(
  '%s is not explained as a fault of the system',
  (error) => {
    expect(systemFault(error, '/srv')).toBeUndefined();
  },
);
