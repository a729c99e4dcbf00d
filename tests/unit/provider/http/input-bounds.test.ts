import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { INPUT_BOUNDS } from '../../../../src/provider/http/inputs/input-bounds.ts';
import { languageOf } from '../../../../src/provider/pages/page-language.ts';
import { readCookie } from '../../../../src/provider/security/read-cookie.ts';
import { clearKeyLicense } from '../../../../src/provider/licenses/clear-key-license.ts';
import { threadTimeMs } from '../../../support/thread-time.ts';
import { context, openTestProvider, type TestProvider } from '../support/test-provider.ts';

type InputName = keyof typeof INPUT_BOUNDS;
/** Sends a request with this text in the tested input. */
type Send = (provider: TestProvider, text: string) => Response | Promise<Response>;

const PAGE = '/embed/orieldemo01';
const FORM = 'application/x-www-form-urlencoded';

const at =
  (address: string): Send =>
  (provider, text) =>
    provider.get(address + text);
const withHeader =
  (header: string, path = PAGE): Send =>
  (provider, text) =>
    provider.get(path, { [header]: text });
const withBody =
  (path: string, type: string, before = '', after = ''): Send =>
  (provider, text) =>
    provider.post(path, gzipSync(before + text + after), { 'Content-Encoding': 'gzip', 'Content-Type': type });

const openCall = (key: string): string => `{"context":${JSON.stringify(context())},"videoId":"orieldemo01","${key}":[`;

/** For each row of `INPUT_BOUNDS`, every request that makes the provider parse that input. */
const PLACES: Readonly<Record<InputName, readonly Send[]>> = {
  query: [
    ...['?', '?playlist=', '?forced_experiments=', '?hl='].map((query) => at(PAGE + query)),
    ...['/oembed?url=', '/error_204?type=a&msg=', '/youtubei/v1/page_config?v='].map(at),
    at('/youtubei/v1/received_events?sequence='),
  ],
  brokenEscapes: ['/embed/', '/media/', '/x/', `${PAGE}?a=`, '/live/', '/provider/'].map(at),
  form: [withBody('/error_204?type=a&msg=b', 'text/plain'), withBody('/provider/login', FORM, 'password=')],
  call: [
    withBody('/youtubei/v1/browse/edit_playlist', 'application/json'),
    ...['playlistVideoIds', 'unknown'].map((key) =>
      withBody('/youtubei/v1/player', 'application/json', openCall(key), '""]}'),
    ),
  ],
  license: [(_, text) => Response.json(clearKeyLicense({ keys: {} }, Buffer.from(`{"kids":[${text}""]}`)) ?? null)],
  languages: [withHeader('Accept-Language')],
  cookies: [withHeader('Cookie'), withHeader('Cookie', '/provider/login')],
  encodings: [withHeader('Accept-Encoding')],
  etags: [withHeader('If-None-Match', '/media/demo/captions.en.vtt')],
  forwarded: ['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host'].map((header) => withHeader(header)),
};

/** Texts that are costly to parse when repeated: a parser creates an exception, an object or an item for each. */
const PARTS = [
  ...['%f0%9f&', '%f0&', '%f0/', '%f0a', '%f0?', '%00', '%', '%25', '%e4%bd%a0&', '&', '?', '/', '=', '.', 'amp;'],
  ...['rel=0?', 'a=1&', 'aa,', '_,', ',', '-', 'a-', 'en-a1b2,', 'de;q=1,', ';', 'a=b;', 'q=0;', 'W/"a",', '\\'],
  ...['"a",', '"\\ud800",', '"orieldemo01",', '{},', '[],', '[', '{"a":', '{"\\ud800":0},', '0,', '\u{1f600}'],
];

/** Repeats the part up to the bound in characters, less room for the rest of the input, and up to the bound in values. */
function textsOf(name: InputName, part: string): string[] {
  const { characters, values } = INPUT_BOUNDS[name];
  const most = Math.max(1, Math.floor((characters - 1_500) / part.length));
  // A list in a player call may hold half of the call's values.
  const counts = name === 'call' ? [most, values - 20, values / 2 - 20] : [most, values - 20];
  return counts.map((count) => part.repeat(Math.min(most, Math.max(1, count))));
}

/** Plain arithmetic that takes a processor of 2024 about 10 ms. */
function reference(): number {
  let sum = 0;
  for (let index = 0; index < 10_000_000; index++) sum = (sum * 31 + index) | 0;
  return sum;
}

/** Garbage collection can fall into any round, so a measurement over the limit is repeated. */
const ROUNDS_MAX = 8;

/** Least processor time of up to `ROUNDS_MAX` rounds; stops at the first round within the limit. */
async function processorMs(task: () => unknown, limitMs = 0): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS_MAX && leastMs > limitMs; round++) {
    const startedMs = threadTimeMs();
    await task();
    leastMs = Math.min(leastMs, threadTimeMs() - startedMs);
  }
  return leastMs;
}

const { query, brokenEscapes, form, call } = INPUT_BOUNDS;
const manyValues = (count: number): string => `${openCall('unknown')}${'0,'.repeat(count)}0]}`;

test.each<[string, number, Send, string]>([
  ['parameters', 414, at(`${PAGE}?`), 'a&'.repeat(query.values + 1)],
  ['question marks', 414, at(`${PAGE}?`), 'rel=0?'.repeat(query.values + 1)],
  ['broken escapes of a path', 414, at('/embed/'), '%f0/'.repeat(brokenEscapes.values + 1)],
  ['broken escapes of a query', 414, at(`${PAGE}?a=`), '%f0a'.repeat(brokenEscapes.values + 1)],
  ['fields of a report', 413, withBody('/error_204?type=a&msg=b', 'text/plain'), '&'.repeat(form.values)],
  ['characters of a report', 413, withBody('/error_204?type=a&msg=b', 'text/plain'), 'a'.repeat(form.characters + 1)],
  ['values of a call', 413, withBody('/youtubei/v1/player', 'application/json'), manyValues(call.values)],
  ['characters of a call', 413, withBody('/youtubei/v1/player', 'application/json'), ' '.repeat(call.characters + 1)],
])('a request with too many %s gets %i', async (_, status, send, text) => {
  expect((await send(await openTestProvider(), text)).status).toBe(status);
});

test('a sign-in form with too many fields is refused', async () => {
  const provider = await openTestProvider({ operatorPassword: 'a password of some length' });
  const own = { Origin: 'http://localhost', 'Content-Type': FORM };
  expect((await provider.post('/provider/login', `password=wrong${'&'.repeat(form.values)}`, own)).status).toBe(413);
});

test('an address may have any number of valid escapes, and a few broken escapes', async () => {
  const provider = await openTestProvider();
  expect((await provider.get(`${PAGE}?origin=${'%e4%bd%a0a'.repeat(1_000)}`)).status).toBe(200);
  expect((await provider.get(`${PAGE}?widget_referrer=100%&a=%f0`)).status).toBe(200);
});

test('languages and cookies past the bound on their number are ignored', () => {
  const { languages } = INPUT_BOUNDS;
  expect(languageOf(undefined, `${'xx,'.repeat(languages.values - 1)}de`).code).toBe('de');
  expect(languageOf(undefined, `${'xx,'.repeat(languages.values)}de`).code).toBe('en');
  const cookies = 'a=b; '.repeat(INPUT_BOUNDS.cookies.values);
  expect(readCookie(new Headers({ Cookie: `c=d; ${cookies}` }), 'c')).toBe('d');
  expect(readCookie(new Headers({ Cookie: `${cookies}c=d` }), 'c')).toBeUndefined();
});

describe.each(Object.keys(INPUT_BOUNDS) as InputName[])('the input %s at its bound', { tags: ['thorough'] }, (name) => {
  const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);
  const parts = PARTS.filter((part) => ['form', 'call', 'license'].includes(name) || isAscii(part));

  test('no text at the bound of an input takes more processor time than a fixed loop', async () => {
    const provider = await openTestProvider({ operatorPassword: 'a password of some length' });
    const slow: string[] = [];
    for (const [index, send] of PLACES[name].entries()) {
      const respond = async (text: string): Promise<unknown> => (await send(provider, text)).arrayBuffer();
      const limitMs = (await processorMs(() => respond(''))) + (await processorMs(reference)) / 2;
      for (const part of parts)
        for (const text of textsOf(name, part)) {
          const tookMs = await processorMs(() => respond(text), limitMs);
          if (tookMs > limitMs) slow.push(`place ${index}, ${part} × ${text.length / part.length}: ${tookMs} ms`);
        }
    }
    expect(slow).toEqual([]);
  });
});
