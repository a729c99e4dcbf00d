import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { explainDataPath, explainListening, prepareDataFolder } from '../../../src/server/start-failures.ts';
import { startProvider } from '../../../src/server/start-provider.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('the folder of the database is created', async () => {
  const file = join(await temporaryFolder(), 'a/b/provider.db');
  await prepareDataFolder(pathToFileURL(file).href);
  await writeFile(file, '');
  await prepareDataFolder(pathToFileURL(file).href);
});

test('a file in place of the data folder is reported with the remedy', async () => {
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  for (const folder of [file, join(file, 'below')])
    await expect(prepareDataFolder(pathToFileURL(join(folder, 'provider.db')).href)).rejects.toThrow(
      /^The data folder .*file.* cannot be written: .* is a file\. Make it writable, or name another in ORIEL_DATA_DIR\.$/,
    );
});

test.skipIf(process.platform !== 'linux')(
  'a data folder that cannot be created is refused at once, instead of after endless attempts',
  async () => {
    await expect(prepareDataFolder('file:///proc/x/y/provider.db')).rejects.toThrow(
      'The data folder /proc/x/y cannot be written: no folder can be made there.',
    );
  },
);

test.each([
  ['EROFS', 'mounted read-only'],
  ['EACCES', 'this user may not write there'],
  ['ENOSPC', 'the disk is full'],
])('the failure %s of the data folder is explained by "%s"', (code, words) => {
  expect(explainDataPath('The data folder /data', Object.assign(new Error(code), { code }))).toContain(words);
});

test('a database that is not a file needs no data folder', async () => {
  await prepareDataFolder(':memory:');
});

test('a used port is reported with its number', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const error: unknown = await startProvider({ port }).catch((thrown: unknown) => thrown);
  expect(explainListening(error, port, undefined)).toContain(`Port ${port} is taken.`);
});

test('an address of another machine and a privileged port are reported, other errors are not explained', async () => {
  const error: unknown = await startProvider({ port: 0, host: '::2' }).catch((thrown: unknown) => thrown);
  expect(explainListening(error, 0, '::2')).toContain('no address ::2');
  const forbidden = Object.assign(new Error('no'), { code: 'EACCES', syscall: 'listen' });
  expect(explainListening(forbidden, 80, undefined)).toContain('Port 80 may not be used');
  expect(explainListening(new Error('other'), 0, undefined)).toBeUndefined();
});
