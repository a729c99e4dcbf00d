import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { childEnvironment } from '../../../../src/provider/settings/child-environment.ts';
import { runTool } from '../../../../src/studio/preparation/run-tool.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('a child process gets only the variables that programs need to run, and variables that match a given pattern', () => {
  const needed = { PATH: '/bin', LANG: 'C.UTF-8', LC_ALL: 'C', TZ: 'UTC', TMPDIR: '/tmp' };
  const others = {
    ORIEL_OPERATOR_PASSWORD: 'secret',
    ORIEL_DATABASE_URL: 'x',
    AWS_SECRET_ACCESS_KEY: 'secret',
    LISTEN_FDS: '1',
  };
  expect(childEnvironment({ ...needed, ...others, PGSSLROOTCERT: 'x' })).toEqual(needed);
  expect(childEnvironment({ ...needed, PGHOST: 'x' }, /^PG/)).toEqual({ ...needed, PGHOST: 'x' });
});

test('ffmpeg does not receive the settings of the server', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'ffmpeg'), '#!/bin/sh\nenv\n');
  await chmod(join(folder, 'ffmpeg'), 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
  vi.stubEnv('ORIEL_OPERATOR_PASSWORD', 'a password of some length');
  onTestFinished(() => void vi.unstubAllEnvs());
  const lines: string[] = [];
  await runTool('ffmpeg', { args: [], onLine: (line) => void lines.push(line) });
  expect(lines).toContainEqual(expect.stringMatching(/^PATH=/));
  expect(lines.join('\n')).not.toContain('ORIEL_');
});
