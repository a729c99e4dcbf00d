import { expect, onTestFinished, test } from 'vitest';
import type { VideoUploads } from '../../../../protocol/provider/video-uploads.ts';
import { createLibraryTasks } from '../../../../src/studio/library/do-library-task.ts';
import { runTool } from '../../../../src/studio/preparation/run-tool.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { openRawConnection, rawRequest } from '../../provider/support/raw-connection.ts';
import { startTestProvider } from '../../provider/support/start-test-provider.ts';
import { acceptCaptions } from '../../../../src/studio/uploads/upload-rules.ts';

const REQUEST_TIMEOUT_MS = 150;
const TUS = { 'Tus-Resumable': '1.0.0' };
const PIECE = { ...TUS, 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' };
const SIZE_BYTES = 100_000;

async function lab() {
  const folder = await temporaryFolder();
  const { url, port } = await startTestProvider({
    limits: { requestTimeoutMs: REQUEST_TIMEOUT_MS, headersTimeoutMs: 100, stalledTimeoutMs: 60_000 },
    uploads: {
      folder,
      acceptCaptions,
      doLibraryTask: createLibraryTasks(runTool),
      prepare: async () => ({ ok: false, message: 'not in this test' }),
      run: async () => undefined,
    },
  });
  const headers = { ...TUS, 'Upload-Length': String(SIZE_BYTES), 'Upload-Metadata': 'filename YS5tcDQ=' };
  const created = await fetch(`${url}/provider/uploads`, { method: 'POST', headers });
  const address = created.headers.get('Location') ?? '';
  const received = async (): Promise<number | undefined> => {
    const { uploads } = (await (await fetch(`${url}/provider/api/films`)).json()) as VideoUploads;
    return uploads[0]?.receivedBytes;
  };
  // Sends a request whose body arrives a byte at a time.
  const drip = async (path: string, headers: Readonly<Record<string, string>>) => {
    const head = rawRequest('PATCH', path, { ...PIECE, 'Content-Length': String(SIZE_BYTES), ...headers });
    const connection = await openRawConnection(port, head);
    const drops = setInterval(() => connection.socket.write('x'), 5);
    onTestFinished(() => clearInterval(drops));
    return { ...connection, end: () => (clearInterval(drops), connection.socket.destroy()) };
  };
  return { url, address, received, drip };
}

test('an uploaded piece may take longer than other requests, and its received bytes are kept when the connection breaks', async () => {
  const { url, address, received, drip } = await lab();
  const [upload, other] = [await drip(address, {}), await drip('/youtubei/v1/log_event', {})];
  await other.closed;
  expect(other.text()).toMatch(/^HTTP\/1\.1 40[48] /);
  const before = (await received()) ?? 0;
  await expect.poll(received).toBeGreaterThan(before + 20);
  expect(upload.text()).toBe('');
  upload.end();
  const kept = async (): Promise<number> =>
    Number((await fetch(url + address, { method: 'HEAD', headers: TUS })).headers.get('Upload-Offset'));
  await expect.poll(kept).toBeGreaterThan(before + 20);
});

test('a refused piece has no more time than any other request', async () => {
  const { address, drip } = await lab();
  const refused = await drip(address, { Origin: 'http://evil.example' });
  await refused.closed;
  expect(refused.text()).toMatch(/^HTTP\/1\.1 403 /);
});

test('an upload can be removed while one of its pieces is being received', async () => {
  const { url, address, received, drip } = await lab();
  const upload = await drip(address, {});
  await expect.poll(received).toBeGreaterThan(5);
  expect((await fetch(url + address, { method: 'DELETE', headers: TUS })).status).toBe(204);
  expect(await received()).toBeUndefined();
  await upload.until(/^HTTP/);
  expect((await fetch(url + address, { method: 'HEAD', headers: TUS })).status).toBe(404);
});
