import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packFiles } from '../../../../.build/pack-files.ts';
import { createBuiltFrontend } from '../../../../src/provider/frontend/built-frontend.ts';
import { openTestProvider, type TestProvider } from '../support/test-provider.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-dist-'));
  await write('client/assets/page-new.js', 'new');
  await write('client/assets/page-new.js.map', '{}');
  await write('earlier-assets/page-old.js', 'old');
  await write('client/third-party-notices.txt', 'Licences');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const open = (): Promise<TestProvider> => openTestProvider({ frontend: createBuiltFrontend(folder) });

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

test('assets of earlier builds are served under their old addresses', async () => {
  const provider = await open();
  for (const name of ['new', 'old']) {
    const response = await provider.get(`/assets/page-${name}.js`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(name);
  }
  await write('client/assets/page-new.js.br', 'packed');
  for (const name of ['page-older.js', 'page-new.js.map', 'page-new.js.br'])
    expect((await provider.get(`/assets/${name}`)).status, name).toBe(404);
});

test('a file compressed by the build is sent as it is, and other files are compressed on request', async () => {
  const text = 'export const aLine = 1;\n'.repeat(100);
  for (const name of ['packed.js', 'plain.js']) await write(`client/assets/${name}`, text);
  await packFiles(join(folder, 'client/assets'));
  await rm(join(folder, 'client/assets/plain.js.br'));
  const provider = await open();
  const packed = await readFile(join(folder, 'client/assets/packed.js.br'));
  for (const [name, isSame] of [
    ['packed.js', true],
    ['plain.js', false],
  ] as const) {
    const { headers, ...response } = await get(provider, `/assets/${name}`, 'br');
    expect([headers.get('Content-Encoding'), headers.get('Vary')]).toEqual(['br', 'Accept-Encoding']);
    expect([name, response.bytes.equals(packed)]).toEqual([name, isSame]);
    expect(brotliDecompressSync(response.bytes).toString()).toBe(text);
  }
  expect((await get(provider, '/assets/packed.js', 'identity')).bytes.toString()).toBe(text);
});

/** Requests in process, because `fetch` would decode the body. */
async function get(provider: TestProvider, path: string, encoding: string) {
  const response = await provider.get(path, { 'Accept-Encoding': encoding });
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

test.each(['/third-party-notices', '/third-party-notices.txt'])(
  '%s has the licences of third-party code',
  async (path) => {
    const response = await (await open()).get(path);
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe('Licences');
  },
);
