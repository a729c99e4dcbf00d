import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { legacyEncodingsOf } from '../../../../src/studio/captions/legacy-encodings.ts';
import { createAddresses } from '../../../../src/studio/videos-page/addresses.ts';
import { ProviderCalls, SIGNED_OUT, type NewVideo } from '../../../../src/studio/videos-page/provider-calls.ts';

const VIDEO: NewVideo = {
  ...{ file: new File(['film'], 'Ä film.mp4', { lastModified: 7 }), title: '„Title“' },
  ...{ captions: [], captionsEncoding: '', isListed: false, copies: true },
};
const ADDRESS = '/provider/uploads/AAAAAAAAAAA';

/** `ProviderCalls` that get their responses from `respond`; `sent` lists method and path of each. */
function lab(respond: (method: string, path: string) => Response | Error) {
  const sent: string[] = [];
  const requests: RequestInit[] = [];
  const calls = new ProviderCalls(createAddresses('/provider/films'), async (input, init = {}) => {
    const path = input as string;
    sent.push(`${init.method ?? 'GET'} ${path}`);
    requests.push(init);
    const response = respond(init.method ?? 'GET', path);
    if (response instanceof Error) throw response;
    return response;
  });
  return { calls, sent, requests };
}

const created = (): Response => new Response(null, { status: 201, headers: { Location: ADDRESS } });

test('an upload is created by the tus protocol with the options of its video', async () => {
  const { calls, requests } = lab(created);
  expect(await calls.create(VIDEO)).toBe(ADDRESS);
  const headers = new Headers(requests[0]?.headers);
  expect([headers.get('Tus-Resumable'), headers.get('Upload-Length')]).toEqual(['1.0.0', '4']);
  const metadata = (headers.get('Upload-Metadata') ?? '').split(',').map((pair) => {
    const [name, value = ''] = pair.split(' ');
    return [name, Buffer.from(value, 'base64').toString()];
  });
  expect(Object.fromEntries(metadata)).toEqual({
    ...{ filename: 'Ä film.mp4', modified: '7', listed: '0', copy: '1', title: '„Title“' },
  });
});

test('refused captions remove their upload', async () => {
  const { calls, sent } = lab((method) => {
    if (method === 'POST') return created();
    return method === 'PUT' ? new Response('no language', { status: 400 }) : new Response(null, { status: 204 });
  });
  const captions = [new File(['x'], 'a/b c.srt')];
  await expect(calls.create({ ...VIDEO, captions })).rejects.toThrow('no language');
  expect(sent).toEqual([
    'POST /provider/uploads',
    'PUT /provider/api/films/AAAAAAAAAAA/captions/a%2Fb%20c.srt',
    `DELETE ${ADDRESS}`,
  ]);
});

test('captions are sent with the encoding that the operator has chosen', async () => {
  const { calls, sent } = lab((method) => (method === 'POST' ? created() : new Response(null, { status: 204 })));
  await calls.create({ ...VIDEO, captions: [new File(['x'], 'ja.srt')], captionsEncoding: 'shift_jis' });
  expect(sent[1]).toBe('PUT /provider/api/films/AAAAAAAAAAA/captions/ja.srt?encoding=shift_jis');
});

test('the videos page offers every encoding that the server can detect', async () => {
  const page = await readFile('src/studio/videos-page/index.html', 'utf8');
  const offered = [...page.matchAll(/<option value="([^"]+)"/g)].map(
    ([, value = '']) => new TextDecoder(value).encoding,
  );
  const found = ['de', 'ru', 'pl', 'el', 'tr', 'he', 'ar', 'lt', 'vi', 'th', 'ja', 'ko', 'zh'].flatMap(
    legacyEncodingsOf,
  );
  expect(found.filter((encoding) => !offered.includes(encoding))).toEqual([]);
});

test.each([
  [new Response('film.mp4 is too large.\n', { status: 413 }), 'film.mp4 is too large.'],
  [new Response(`)]}'\n{"error":{"message":"Not for you."}}`, { status: 403 }), 'Not for you.'],
  [new Response('{"error":1}', { status: 400 }), '{"error":1}'],
  [new Response(null, { status: 502 }), 'The server refuses it (502).'],
  [new TypeError('Failed to fetch'), 'The server is not responding. Try again.'],
])('a failed call is rejected with the reason in its response (case %#)', async (response, message) => {
  await expect(lab(() => response).calls.again('AAAAAAAAAAA')).rejects.toThrow(message);
});

test.each([
  [new Response(null, { status: 401 }), SIGNED_OUT],
  [new Response('{"uploads":1}'), 'The server is not responding. Trying again…'],
  [new Response('<html>', { status: 502 }), 'The server is not responding. Trying again…'],
  [new TypeError('Failed to fetch'), 'The server is not responding. Trying again…'],
])('a failed request for the list of uploads returns the reason (case %#)', async (response, message) => {
  expect(await lab(() => response).calls.list()).toEqual({ ok: false, message });
});
