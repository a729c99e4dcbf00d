import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CATALOG_FOLDER, openTestProvider } from './support/test-provider.ts';

const FILE = '/media/demo/progressive-240.mp4';
const { size: SIZE } = await stat(join(CATALOG_FOLDER, 'media/demo/progressive-240.mp4'));

test('media has its type, its length, and CORS for pages of any origin', async () => {
  const provider = await openTestProvider();
  const response = await provider.get(FILE);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('video/mp4');
  expect(response.headers.get('Content-Length')).toBe(String(SIZE));
  expect(response.headers.get('Accept-Ranges')).toBe('bytes');
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(response.headers.get('Access-Control-Expose-Headers')).toContain('Content-Range');
  expect((await response.arrayBuffer()).byteLength).toBe(SIZE);
});

test.each([
  ['bytes=0-9', 0, 9],
  ['bytes=10-', 10, SIZE - 1],
  ['bytes=-5', SIZE - 5, SIZE - 1],
  ['bytes=100-99999999', 100, SIZE - 1],
  ['bytes=-99999999', 0, SIZE - 1],
])('the range %s returns exactly those bytes', async (range, first, last) => {
  const provider = await openTestProvider();
  const response = await provider.get(FILE, { Range: range });
  expect(response.status).toBe(206);
  expect(response.headers.get('Content-Range')).toBe(`bytes ${first}-${last}/${SIZE}`);
  const whole = await readFile(join(CATALOG_FOLDER, 'media/demo/progressive-240.mp4'));
  expect(Buffer.from(await response.arrayBuffer()).equals(whole.subarray(first, last + 1))).toBe(true);
});

test.each([`bytes=${SIZE}-`, 'bytes=-0'])('the range %s is not satisfiable', async (range) => {
  const provider = await openTestProvider();
  const response = await provider.get(FILE, { Range: range });
  expect(response.status).toBe(416);
  expect(response.headers.get('Content-Range')).toBe(`bytes */${SIZE}`);
});

test.each(['bytes=9-1', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=x-y', ''])(
  'the invalid range "%s" returns the whole file',
  async (range) => {
    const provider = await openTestProvider();
    expect((await provider.get(FILE, { Range: range })).status).toBe(200);
  },
);

test('a request with the current ETag gets 304, and a range of another version gets the whole file', async () => {
  const provider = await openTestProvider();
  const etag = (await provider.get(FILE)).headers.get('ETag') ?? '';
  expect((await provider.get(FILE, { 'If-None-Match': `"other", ${etag}` })).status).toBe(304);
  expect((await provider.get(FILE, { Range: 'bytes=0-1', 'If-Range': etag })).status).toBe(206);
  expect((await provider.get(FILE, { Range: 'bytes=0-1', 'If-Range': '"other"' })).status).toBe(200);
});

test.each([
  ['demo/master.m3u8', 'application/vnd.apple.mpegurl'],
  ['demo/v240/000.m4s', 'video/iso.segment'],
  ['demo/captions.en.vtt', 'text/vtt; charset=utf-8'],
  ['demo/poster.avif', 'image/avif'],
  ['demo/poster.jpg', 'image/jpeg'],
  ['demo/v240/init.mp4', 'video/mp4'],
])('the file %s is served with the type %s', async (path, type) => {
  const provider = await openTestProvider();
  expect((await provider.get(`/media/${path}`)).headers.get('Content-Type')).toBe(type);
});

test.each([
  '/media/../catalog.ts',
  '/media/..%2fcatalog.ts',
  '/media/%2e%2e/catalog.ts',
  '/media/demo/..%2f..%2fcatalog.ts',
  '/media/..%5ccatalog.ts',
  '/media//etc/passwd',
  '/media/demo',
  '/media/',
  '/media/demo/%00',
  '/media/%E0%A4%A',
])('a request for %s responds 404', async (path) => {
  const provider = await openTestProvider();
  expect((await provider.get(path)).status).toBe(404);
});

test.each([
  ['br', (bytes: Buffer) => brotliDecompressSync(bytes)],
  ['gzip', (bytes: Buffer) => gunzipSync(bytes)],
])('a playlist sent as %s to a client that accepts it decodes to the same text', async (encoding, unpack) => {
  const provider = await openTestProvider();
  const plain = await (await provider.get('/media/demo/master.m3u8')).text();
  for (let time = 0; time < 3; time++) {
    const packed = await provider.get('/media/demo/master.m3u8', { 'Accept-Encoding': encoding });
    expect(packed.headers.get('Content-Encoding')).toBe(encoding);
    expect(packed.headers.get('Vary')).toContain('Accept-Encoding');
    expect(unpack(Buffer.from(await packed.arrayBuffer())).toString()).toBe(plain);
  }
});

test('an encoding with q=0 is not used, and media is never compressed', async () => {
  const provider = await openTestProvider();
  const refused = await provider.get('/media/demo/master.m3u8', { 'Accept-Encoding': 'br;q=0, gzip;q=0' });
  expect(refused.headers.has('Content-Encoding')).toBe(false);
  const media = await provider.get(FILE, { 'Accept-Encoding': 'br, gzip' });
  expect(media.headers.has('Content-Encoding')).toBe(false);
});

test('the embed page is compressed', async () => {
  const provider = await openTestProvider();
  const response = await provider.get('/embed/orieldemo01', { 'Accept-Encoding': 'br' });
  expect(response.headers.get('Content-Encoding')).toBe('br');
  const html = brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString();
  expect(html).toContain('Four small worlds - Oriel');
  expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
});

test('assets with a hash in their name are cached forever, host scripts for minutes', async () => {
  const provider = await openTestProvider();
  expect((await provider.get('/assets/shell.css')).headers.get('Cache-Control')).toContain('immutable');
  expect((await provider.get('/iframe_api')).headers.get('Cache-Control')).toContain('max-age=300');
  expect((await provider.get('/oriel.js')).status).toBe(404);
});
