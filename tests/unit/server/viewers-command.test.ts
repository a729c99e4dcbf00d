import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { StorageUnavailable } from '../../../src/provider/database/storage-errors.ts';
import { ViewerStore } from '../../../src/provider/stores/viewer-store.ts';
import { viewersCommand } from '../../../src/server/viewers-command.ts';
import { createFakeClock, createSeededRandom } from '../../support/fake-clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { authorOf } from '../provider/support/budgets.ts';
import { openServerDatabases } from '../provider/support/open-database.ts';
import { countOf } from '../provider/support/tables.ts';

const ID = 'abcdefghijklmno-';
const SESSION = 'a'.repeat(32);

async function prepare() {
  const clock = createFakeClock();
  const { state } = await openServerDatabases({ url: ':memory:' }, clock);
  onTestFinished(() => state.close());
  await new ViewerStore(state, clock).setSubscribed(authorOf(`visitor:${ID}`), ['ch', 'two'], true, 10);
  const files = new Map<string, string>();
  const forgottenPath = join(await temporaryFolder(), 'data/forgotten.txt');
  let opened = 0;
  const run = async (args: readonly string[], failure?: Error) => {
    const [said, complaints]: [string[], string[]] = [[], []];
    const succeeded = await viewersCommand({
      args,
      async open() {
        opened += 1;
        if (failure !== undefined) throw failure;
        return { ...state, dialect: state.dialect, execute: (one) => state.execute(one), batch: (...all) => state.batch(...all), close: async () => undefined }; // prettier-ignore
      },
      async write(path, parts) {
        if (files.has(path)) throw Object.assign(new Error('exists'), { code: 'EEXIST' });
        let text = '';
        for await (const part of parts) text += part;
        files.set(path, text);
      },
      clock,
      random: createSeededRandom(),
      forgottenPath,
      say: (line) => said.push(line),
      complain: (line) => complaints.push(line),
    });
    return { succeeded, said, complaints };
  };
  return { run, files, forgottenPath, rows: () => countOf(state, 'subscriptions'), opened: () => opened };
}

test('a visitor is counted, exported, and deleted only with --delete', async () => {
  const { run, files, forgottenPath, rows } = await prepare();
  expect(await run(['forget', '--visitor', ID])).toEqual({
    succeeded: true,
    said: [`There are 2 subscriptions, 1 record of visits of visitor ${ID}. Nothing was deleted: add --delete.`],
    complaints: [],
  });
  expect((await run(['export', '--visitor', ID, 'one.json'])).said).toEqual([
    `2 subscriptions, 1 record of visits of visitor ${ID} are in one.json.`,
  ]);
  expect(JSON.parse(files.get('one.json') ?? '')).toMatchObject({
    kind: 'visitor',
    subscriptions: [{ channel_id: 'ch' }, { channel_id: 'two' }],
  });
  expect(await run(['export', '--visitor', ID, 'one.json'])).toMatchObject({
    succeeded: false,
    complaints: ['one.json exists already. Name another file.'],
  });
  expect(await rows()).toBe(2);
  expect((await run(['forget', '--visitor', ID, '--delete'])).said).toEqual([
    `Deleted of visitor ${ID}: 2 subscriptions, 1 record of visits.`,
  ]);
  expect(await rows()).toBe(0);
  expect((await readFile(forgottenPath, 'utf8')).split('\n')).toHaveLength(3);
});

test('if the list of forgotten persons cannot be written, the command names its file and deletes nothing', async () => {
  const { run, forgottenPath, rows } = await prepare();
  await mkdir(forgottenPath, { recursive: true });
  const { succeeded, complaints } = await run(['forget', '--visitor', ID, '--delete']);
  expect([succeeded, complaints.length, await rows()]).toEqual([false, 1, 2]);
  expect(complaints[0]).toContain('forgotten.txt');
});

test('an unknown id is reported, and no file is written', async () => {
  const { run, files } = await prepare();
  for (const words of [
    ['forget', '--session', SESSION, '--delete'],
    ['export', '--session', SESSION, 'a.json'],
  ])
    expect(await run(words)).toEqual({
      succeeded: true,
      said: [`There is nothing of session ${SESSION}, and nothing was changed. Look whether the id is whole.`],
      complaints: [],
    });
  expect(files.size).toBe(0);
});

test.each([
  [[], 'Say export or forget.'],
  [['show', '--visitor', ID], 'Say export or forget.'],
  [['forget'], 'Name one of --session, --visitor and --account.'],
  [['forget', '--visitor', ID, '--account', 'me'], 'Name one of --session, --visitor and --account.'],
  [['forget', '--visitor', 'short'], 'The id of a visitor is 16 characters of A-Z a-z 0-9 _ -.'],
  [['forget', '--session', 'x'], 'The id of a session is 32 characters of 0-9 a-f.'],
  [['forget', '--account', ''], 'Name the account.'],
  [['export', '--account', 'me'], 'Name the file to write.'],
  [['export', '--account', 'me', 'a', 'b'], 'a b is too much.'],
  [['forget', '--account', 'me', 'a'], 'a is too much.'],
  [['export', '--account', 'me', 'a', '--delete'], 'export deletes nothing: give forget --delete after it.'],
  [['forget', '--from', 'now'], "Unknown option '--from'"],
])('the invalid arguments %j are refused in one line before the database is opened', async (args, problem) => {
  const { run, opened } = await prepare();
  const { succeeded, complaints } = await run(args);
  expect([succeeded, complaints.length, opened()]).toEqual([false, 1, 0]);
  expect(complaints[0]?.startsWith(problem)).toBe(true);
});

test('a locked database is reported in one line with the remedy', async () => {
  const { run } = await prepare();
  const locked = new StorageUnavailable('SQLITE_BUSY: database is locked', { code: 'SQLITE_BUSY' });
  expect(await run(['forget', '--visitor', ID], locked)).toEqual({
    succeeded: false,
    said: [],
    complaints: [
      'SQLITE_BUSY: database is locked. Another program holds its lock: end that. Writes go on by themselves. Nothing was changed.',
    ],
  });
});
