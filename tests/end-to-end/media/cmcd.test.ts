import { createServer, type IncomingHttpHeaders } from 'node:http';
import { readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { hurry, waitForTime } from '../support/player-page.ts';
import { test as base, type Product } from '../support/test.ts';
import { UnusualMedia } from './support/unusual-media.ts';

const ELSEWHERE = 'film-on-cdn';
const OURS = 'film-on-us0';

interface MediaRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

/** Starts a CDN that records the requests for media. */
async function startCdn(folder: string) {
  const requests: MediaRequest[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://cdn');
    for (const name of ['Origin', 'Headers', 'Methods']) response.setHeader(`Access-Control-Allow-${name}`, '*');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    requests.push({ path: pathname, query: searchParams, headers: request.headers });
    readFile(join(folder, pathname)).then(
      (content) => response.end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { origin, requests, close: () => server.close() };
}

const test = base
  .extend('media', { scope: 'file' }, async ({}, { onCleanup }) => {
    const media = await UnusualMedia.create();
    const cdn = await startCdn(join(media.folder, 'media'));
    onCleanup(async () => {
      cdn.close();
      await media.remove();
    });
    await media.addVideo(OURS);
    await media.addStream(ELSEWHERE, { hls: `${cdn.origin}/${OURS}/master.m3u8` });
    return { ...cdn, folder: media.folder };
  })
  .extend('environment', { scope: 'file' }, ({ media }) => ({ ORIEL_CATALOG_DIR: media.folder }));

/** Writes the setting to `site.json`, and waits until the running provider has applied it. */
async function setCmcd(folder: string, product: Product, cmcd: string | undefined): Promise<void> {
  await writeFile(join(folder, 'site.json'), JSON.stringify({ cmcd }));
  const expected = cmcd === undefined ? undefined : { isInHeaders: cmcd === 'headers', hasSession: false };
  await expect
    .poll(async () => {
      const page = await (await fetch(`${product.playerOrigin}/embed/${OURS}`)).text();
      const config = /id="oriel-config"[^>]*>([^<]*)</.exec(page)?.[1] ?? '{}';
      return (JSON.parse(config) as { playerResponse?: { streamingData?: object } }).playerResponse?.streamingData;
    })
    .toEqual(
      expected === undefined
        ? expect.not.objectContaining({ cmcd: expect.anything() as unknown })
        : expect.objectContaining({ cmcd: expected }),
    );
}

async function play(product: Product, id: string, more = ''): Promise<{ page: Page; problems: readonly string[] }> {
  const opened = await product.openPage();
  await hurry(opened.page);
  await opened.page.goto(`${product.playerOrigin}/embed/${id}?autoplay=1&mute=1${more}`);
  await waitForTime(opened.page, 5);
  return opened;
}

const ofSegments = (requests: readonly MediaRequest[]) => requests.filter(({ path }) => path.endsWith('.m4s'));
const keysOf = (text: string | null): Map<string, string | undefined> =>
  new Map((text ?? '').split(',').map((pair) => [pair.split('=')[0] ?? '', pair.split('=')[1]]));

test(
  'CMCD in the query tells a CDN rates, lengths and kinds, and no id of the session before consent',
  { tags: ['thorough'] },
  async ({ media, product }) => {
    await setCmcd(media.folder, product, 'query');
    media.requests.length = 0;
    const { problems } = await play(product, ELSEWHERE);
    const carrying = ofSegments(media.requests).filter(({ query }) => query.has('CMCD'));
    expect(carrying.length).toBeGreaterThan(2);
    const keys = keysOf(carrying.at(-1)?.query.get('CMCD') ?? null);
    for (const name of ['br', 'd', 'ot', 'sf', 'st', 'mtp', 'v']) expect([...keys.keys()]).toContain(name);
    expect(keys.get('cid')).toBe(`"${ELSEWHERE}"`);
    for (const { query } of media.requests) expect([...keysOf(query.get('CMCD')).keys()]).not.toContain('sid');
    expect(problems).toEqual([]);
  },
);

test('with consent, all CMCD of a playback has the same session id, and the next playback has a different id', async ({
  media,
  product,
}) => {
  await setCmcd(media.folder, product, 'query');
  const idsOf = async (): Promise<Set<string | undefined>> => {
    media.requests.length = 0;
    await play(product, ELSEWHERE, '&consent=measured');
    const carrying = media.requests.filter(({ query }) => query.has('CMCD'));
    return new Set(carrying.map(({ query }) => keysOf(query.get('CMCD')).get('sid')));
  };
  const [first, second] = [await idsOf(), await idsOf()];
  expect([...first, ...second].every((id) => /^"[0-9a-f]{32}"$/.test(id ?? ''))).toBe(true);
  expect([first.size, second.size]).toEqual([1, 1]);
  expect([...first]).not.toEqual([...second]);
});

test(
  'segments of a head start are requested without CMCD, and only once',
  { tags: ['thorough'] },
  async ({ media, product }) => {
    await setCmcd(media.folder, product, 'query');
    const { page, problems } = await product.openPage();
    await hurry(page);
    const segments: URL[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith('.m4s')) segments.push(url);
    });
    await page.goto(`${product.playerOrigin}/embed/${OURS}?autoplay=1&mute=1`);
    await waitForTime(page, 5);
    const paths = segments.map(({ pathname }) => pathname);
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
    expect(segments[0]?.searchParams.has('CMCD')).toBe(false);
    expect(segments.at(-1)?.searchParams.has('CMCD')).toBe(true);
    expect(problems).toEqual([]);
  },
);
