import { copyFile, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backUp } from '../../../../src/provider/database/back-up.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { newViewer } from '../support/bot-response.ts';
import { batch, LOG_EVENT, wireEvent } from '../support/events.ts';
import { openTestProvider, type TestProvider } from '../support/test-provider.ts';

const [MINE, OTHERS] = ['a'.repeat(32), 'b'.repeat(32)];

test('restoring an older backup brings back no data of persons forgotten since, and all other data', async () => {
  const folder = await temporaryFolder();
  const [database, backup, list] = ['provider.db', 'backup.db', 'forgotten.txt'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const open = (): Promise<TestProvider> => openTestProvider({ databaseUrl: `file:${database}`, forgottenPath: list });
  const rowsOf = async (provider: TestProvider, kind: string, id: string): Promise<unknown> =>
    (await provider.get(`/provider/api/people?kind=${kind}&id=${id}`)).json();

  const provider = await open();
  for (const session of [MINE, OTHERS]) {
    const events = [wireEvent(0, { clientEventId: `${session}.1` })];
    expect((await provider.post(LOG_EVENT, batch([], { events }))).status).toBe(200);
  }
  const { visitorData, feedbackTokens } = await newViewer(provider);
  const like = { feedbackTokens: [feedbackTokens[0]], feedbackContext: {} };
  expect((await provider.call('feedback', like, { visitorData })).status).toBe(200);
  expect(await backUp(`file:${database}`, backup)).toMatchObject({ ok: true });
  expect((await provider.call('privacy', { erase: true }, { visitorData })).json).toMatchObject({ erased: true });
  const forgotten = await provider.post('/provider/api/people/forget', { kind: 'session', id: MINE });
  expect(await forgotten.json()).toEqual({ rows: { events: 1, sessions: 1 } });
  await provider.close();

  for (const suffix of ['', '-wal', '-shm']) await rm(database + suffix, { force: true });
  await copyFile(backup, database);
  const restored = await open();
  expect(await rowsOf(restored, 'session', MINE)).toEqual({ rows: { events: 0, sessions: 0 } });
  expect(await rowsOf(restored, 'session', OTHERS)).toEqual({ rows: { events: 1, sessions: 1 } });
  const { json } = await restored.call('player', { videoId: 'orieldemo01' }, { visitorData });
  expect(json['viewerState']).toBeDefined();
  expect(json['viewerState']).not.toHaveProperty('feedback');

  const text = await readFile(list, 'utf8');
  expect(text).toMatch(/^oriel-forgotten [\w-]{16}\n(?:[\w-]{22}\n){2}$/);
  expect(text).not.toContain(MINE);
  expect(((await stat(list)).mode & 0o777).toString(8)).toBe('600');
});

test.each([
  ['nearly full', 0.95, 'The list of forgotten persons is nearly full (95 %).'],
  ['full', 1, 'The list of forgotten persons is full: a restored backup brings back who is deleted now.'],
])('a %s list of forgotten persons is a warning until the file is moved away', async (_state, share, says) => {
  const list = join(await temporaryFolder(), 'forgotten.txt');
  const head = 'oriel-forgotten abcdefghijklmnop\n';
  await writeFile(list, head.padEnd(Math.ceil(16_777_216 * share), `${'x'.repeat(22)}\n`));
  const provider = await openTestProvider({ forgottenPath: list });
  const warnings = async (): Promise<unknown> =>
    ((await (await provider.get('/readyz')).json()) as { warnings: unknown }).warnings;
  const alert = expect.stringContaining(says) as string;
  expect(await warnings()).toEqual([alert]);

  await rename(list, `${list}.old`);
  await provider.post(LOG_EVENT, batch([1]));
  const [id] = wireEvent(1).clientEventId.split('.');
  expect((await provider.post('/provider/api/people/forget', { kind: 'session', id })).status).toBe(200);
  expect(await warnings()).toEqual([]);
});
