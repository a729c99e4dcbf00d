import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { passedSocket } from '../../../src/provider/listening/passed-socket.ts';
import { LIMITS } from '../../../src/provider/settings/limits.ts';
import { readSettings, settingsWarnings } from '../../../src/provider/settings/settings.ts';
import { findProgram, temporaryFolder } from '../../support/cluster/programs.ts';

/** Files for operators in `src/provider/deployment`, except for the proxies, which end-to-end tests run. */
const FOLDER = 'src/provider/deployment';
const OWN_UNITS = ['oriel@.service', 'oriel-consumer.service'];
const UNITS = [...OWN_UNITS, 'oriel-nats@.service'];
const SOCKET = 'oriel@.socket';
const analyze = findProgram('systemd-analyze');

const read = (path: string): Promise<string> => readFile(join(FOLDER, path), 'utf8');

test.skipIf(analyze === undefined).each(UNITS)('systemd accepts %s', async (name) => {
  const folder = await temporaryFolder('systemd');
  onTestFinished(folder.remove);
  const unit = (await read(`systemd/${name}`)).replaceAll('/opt/oriel', process.cwd());
  const path = join(folder.path, name.replace('@', '@4173'));
  // The programs that a unit names must exist.
  await writeFile(
    path,
    unit.replace('/usr/bin/node', process.execPath).replace('/usr/sbin/nats-server', process.execPath),
  );
  const { status, stderr } = spawnSync(analyze ?? '', ['verify', path]);
  // On an unknown setting, systemd-analyze prints a line and still exits with 0.
  expect([status, stderr.toString()]).toEqual([0, '']);
  // The threshold of exposure is in tenths: systemd calls up to 1.9 OK, and a unit without such lines has 9.6.
  const judged = spawnSync(analyze ?? '', ['security', '--offline=true', '--threshold=19', path]);
  expect(judged.status).toBe(0);
});

test('the socket unit listens at the address to which the proxies forward', async () => {
  const [, address = ''] = /^ListenStream=(.*)$/m.exec(await read(`systemd/${SOCKET}`)) ?? [];
  expect(address.replace('%i', '4173')).toBe('127.0.0.1:4173');
  for (const proxy of ['nginx/one-node.conf', 'caddy/one-node.Caddyfile'])
    expect(await read(proxy)).toContain('127.0.0.1:4173');
  expect(await read('systemd/oriel.env')).toMatch(/^ORIEL_HOST=127\.0\.0\.1$/m);
});

test.each([
  [{ LISTEN_PID: '7', LISTEN_FDS: '1' }, 3],
  [{ LISTEN_PID: '8', LISTEN_FDS: '1' }, undefined],
  [{ LISTEN_PID: '7', LISTEN_FDS: '2' }, undefined],
  [{}, undefined],
])('process 7 with the environment %j listens at descriptor %s', (environment, descriptor) => {
  expect(passedSocket(environment, 7)).toBe(descriptor);
});

test.each(OWN_UNITS)('%s waits longer than the server takes to stop', async (name) => {
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(await read(`systemd/${name}`))?.[1]);
  expect(seconds * 1_000).toBeGreaterThan(LIMITS.shutdownGraceMs.fallback);
});

test('the provider’s unit allows more than two file descriptors for each connection', async () => {
  const files = Number(/^LimitNOFILE=(\d+)$/m.exec(await read('systemd/oriel@.service'))?.[1]);
  expect(files).toBeGreaterThan(2 * LIMITS.connectionsMax.fallback);
});

test('the example environment holds only valid settings, including its commented settings', async () => {
  const text = (await read('systemd/oriel.env')).replace(/^#(?=ORIEL_)/gm, '');
  const environment = parseEnv(text) as Readonly<Record<string, string>>;
  expect(Object.keys(environment).length).toBeGreaterThan(5);
  const settings = readSettings(environment, '/checkout');
  expect(settings).toMatchObject({ ok: true, value: { trustedHops: 1 } });
  expect(settings.ok && settingsWarnings(environment, settings.value)).toEqual([]);
});

/** Paths in a table cell; a path without a folder lies in the folder of the path before it. */
function pathsIn(cell: string, isPath: (word: string) => boolean): string[] {
  let folder = '';
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, word = '']) => word)
    .filter(isPath)
    .map((word) => {
      if (word.includes('/')) folder = dirname(word);
      return word.includes('/') ? word : join(folder, word);
    });
}

test('the files that the threat model names as protections and as proofs exist', async () => {
  const rows = (await read('threat-model.md')).split('\n').map((line) => line.split('|').slice(1, -1));
  const threats = rows.filter((cells) => cells.length === 4 && (cells[3] ?? '').includes('`'));
  const sources = threats.flatMap(([, , cell = '']) => pathsIn(cell, (word) => /^\w[\w-]*\/|\.ts$/.test(word)));
  const proofs = threats.flatMap(([, , , cell = '']) => pathsIn(cell, () => true));
  expect(threats.length).toBeGreaterThan(12);
  expect([sources.length > 20, proofs.length > 20]).toEqual([true, true]);
  expect(sources.filter((path) => !existsSync(join('src', path)))).toEqual([]);
  expect(proofs.filter((path) => !existsSync(join('tests', `${path}.test.ts`)))).toEqual([]);
});
