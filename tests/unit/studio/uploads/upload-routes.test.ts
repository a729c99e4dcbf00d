import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { VideoUploads } from '../../../../protocol/provider/video-uploads.ts';
import { createLibraryTasks } from '../../../../src/studio/library/do-library-task.ts';
import { PreparationFault } from '../../../../src/studio/preparation-fault.ts';
import { runTool } from '../../../../src/studio/preparation/run-tool.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { openTestProvider, type TestProviderOptions } from '../../provider/support/test-provider.ts';
import { acceptCaptions } from '../../../../src/studio/uploads/upload-rules.ts';

const TUS = { 'Tus-Resumable': '1.0.0' };
const VIDEO = { title: 'A video', width: 640, height: 360 };
const named = (metadata: Readonly<Record<string, string>>): string =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

async function lab({ hasTools = true, ...options }: TestProviderOptions & { readonly hasTools?: boolean } = {}) {
  const root = await temporaryFolder();
  await mkdir(join(root, 'catalog'), { recursive: true });
  const prepared: string[] = [];
  const provider = await openTestProvider({
    ...options,
    uploads: {
      folder: join(root, 'uploads'),
      catalogFolder: join(root, 'catalog'),
      acceptCaptions,
      doLibraryTask: createLibraryTasks(runTool),
      followLinks: false,
      async prepare({ filePath }) {
        prepared.push(await readFile(filePath, 'utf8'));
        return { ok: true, film: VIDEO };
      },
      async run(program) {
        if (!hasTools) throw new PreparationFault(`${program} is not installed.`);
      },
      onAdded: async () => undefined,
    },
  });
  const send = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: string,
  ): Promise<Response> =>
    provider.fetch(new Request(`http://localhost${path}`, { method, headers, ...(body !== undefined && { body }) }));
  const create = (sizeBytes: number, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    send('POST', '/provider/uploads', {
      ...TUS,
      'Upload-Length': String(sizeBytes),
      'Upload-Metadata': named({ filename: 'film.mp4' }),
      ...headers,
    });
  const patch = (address: string, offset: number, body: string): Promise<Response> =>
    send(
      'PATCH',
      address,
      { ...TUS, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
      body,
    );
  const list = async (): Promise<VideoUploads> =>
    (await (await send('GET', '/provider/api/films')).json()) as VideoUploads;
  return { root, prepared, send, create, patch, list };
}

test('a video is uploaded in pieces, and is prepared once it is complete', async () => {
  const { create, patch, send, list, prepared } = await lab();
  const created = await create(10);
  expect(created.status).toBe(201);
  const address = created.headers.get('Location') ?? '';
  expect(address).toMatch(/^\/provider\/uploads\/[\w-]{11}$/);
  expect((await patch(address, 0, 'hello')).headers.get('Upload-Offset')).toBe('5');
  const head = await send('HEAD', address, TUS);
  expect([head.status, head.headers.get('Upload-Offset'), head.headers.get('Upload-Length')]).toEqual([200, '5', '10']);
  expect((await patch(address, 4, 'world')).status).toBe(409);
  expect((await patch(address, 5, 'world, and more')).status).toBe(413);
  expect((await list()).uploads).toMatchObject([{ fileName: 'film.mp4', state: 'uploading', receivedBytes: 5 }]);
  expect((await patch(address, 5, 'world')).status).toBe(204);
  await expect.poll(async () => (await list()).uploads).toMatchObject([{ state: 'ready', film: VIDEO }]);
  expect(prepared).toEqual(['helloworld']);
});

test('uploaded data cannot be read back, and no response is shared with other origins', async () => {
  const { create, patch, send } = await lab();
  const created = await create(10);
  const address = created.headers.get('Location') ?? '';
  const responses = [created, await patch(address, 0, 'hello'), await send('OPTIONS', '/provider/uploads')];
  for (const { headers } of responses) {
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
  }
  expect((await send('GET', address)).status).toBe(405);
});

test.each([
  ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://evil.example' }],
  ['another port of this machine', { 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost:1' }],
  ['another site, in a browser without Sec-Fetch-Site', { Origin: 'http://evil.example' }],
  ['an opaque origin', { Origin: 'null' }],
])('an upload request from a page of %s is refused', async (_, headers) => {
  const { create, send, list, root } = await lab();
  const address = (await create(10)).headers.get('Location') ?? '';
  const before = await list();
  expect((await create(10, headers)).status).toBe(403);
  for (const method of ['PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'POST'])
    expect((await send(method, address, { ...TUS, ...headers })).status, method).toBe(403);
  const id = before.uploads[0]?.id;
  expect((await send('PUT', `/provider/api/films/${id}/captions/de.srt`, headers, '-->')).status).toBe(403);
  expect((await send('POST', `/provider/api/films/${id}/again`, headers)).status).toBe(403);
  expect(await list()).toEqual(before);
  expect(await readdir(join(root, 'uploads/films'))).toHaveLength(1);
});

test('an upload from a page of the same origin is accepted', async () => {
  const { create } = await lab();
  expect((await create(10, { 'Sec-Fetch-Site': 'same-origin', Origin: 'http://localhost' })).status).toBe(201);
});

test('with an operator password, only a request with that password may upload', async () => {
  const { create, send, list } = await lab({ operatorPassword: 'sesame' });
  expect((await create(10)).status).toBe(401);
  expect((await send('PATCH', '/provider/uploads/AAAAAAAAAAA', TUS, 'x')).status).toBe(401);
  expect((await send('GET', '/provider/films', { Accept: 'text/html' })).headers.get('Location')).toBe(
    '/provider/login',
  );
  const password = { Authorization: `Basic ${Buffer.from(':sesame').toString('base64')}` };
  expect((await create(10, password)).status).toBe(201);
  await expect(list()).rejects.toThrow();
});

test('without a password, an upload through a proxy is refused', async () => {
  const { create } = await lab();
  expect((await create(10, { 'X-Forwarded-For': '192.0.2.7' })).status).toBe(403);
});

test.each([
  [{ 'Upload-Length': '2000000' }, 413, 'film.mp4 is too large: 2 MB, and at most 1 MB are taken.'],
  [{ 'Upload-Length': '0' }, 400, 'film.mp4 is empty'],
  [{ 'Upload-Length': '9007199254740993' }, 400, 'upload-length'],
  [{ 'Upload-Length': '-1' }, 400, 'upload-length'],
  [{ 'Upload-Metadata': named({ title: 'No name' }) }, 400, 'filename'],
  [{ 'Upload-Metadata': 'filename !' }, 400, ''],
  [{ 'Upload-Concat': 'partial' }, 501, ''],
])('the creation of an upload with %j is refused with %i', async (headers, status, reason) => {
  const { create, list } = await lab({ limits: { uploadMaxBytes: 1_000_000 } });
  const refused = await create(10, headers);
  expect([refused.status, await refused.text()]).toEqual([status, expect.stringContaining(reason)]);
  expect((await list()).uploads).toEqual([]);
});

test.each([
  '/provider/uploads/..%2f..%2fsecret',
  '/provider/uploads/AAAAAAAAAAA',
  '/provider/uploads/AAAAAAAAAAA.json',
])('requests for the unknown upload %s get 404', async (path) => {
  const { patch, send } = await lab();
  expect((await patch(path, 0, 'x')).status).toBe(404);
  expect((await send('DELETE', path, TUS)).status).toBe(404);
});

test('an upload is removed with its captions', async () => {
  const { create, send, list, root } = await lab();
  const address = (await create(10)).headers.get('Location') ?? '';
  const id = address.slice(-11);
  const captions = `/provider/api/films/${id}/captions/${encodeURIComponent('my film.de.srt')}`;
  expect((await send('PUT', captions, {}, '00:00:00 --> 00:00:01\nHallo\n')).status).toBe(204);
  const refused = await send('PUT', captions.replace('.de.', '.'), {}, '00:00 --> 00:01');
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('does not say its language')]);
  expect((await send('DELETE', address, TUS)).status).toBe(204);
  expect((await list()).uploads).toEqual([]);
  expect(await readdir(join(root, 'uploads'), { recursive: true })).toEqual(['files', 'films']);
});

test('without ffmpeg no upload is accepted, and the list names the reason', async () => {
  const { create, list } = await lab({ hasTools: false });
  expect((await list()).missingTools).toBe('ffmpeg is not installed.');
  expect((await create(10)).status).toBe(503);
});

test('a missing upload folder is reported with a remedy, and uploads are accepted again once it is back', async () => {
  const { root, create, patch, list } = await lab();
  const address = (await create(10)).headers.get('Location') ?? '';
  await rm(join(root, 'uploads'), { recursive: true });
  const refused = await create(10);
  expect([refused.status, await refused.text()]).toEqual([
    507,
    expect.stringMatching(/^The server cannot write to .*files: .* is gone, or the disk .* Bring it back there;/),
  ]);
  expect((await list()).uploads).toHaveLength(1);
  await mkdir(join(root, 'uploads/files'), { recursive: true });
  await mkdir(join(root, 'uploads/films'), { recursive: true });
  expect((await create(10)).status).toBe(201);
  await writeFile(join(root, 'uploads/files', address.split('/').at(-1) ?? ''), 'hello');
  expect((await list()).uploads).toHaveLength(2);
  expect((await patch(address, 0, 'x')).status).not.toBe(204);
});
