import { expect, test } from 'vitest';
import { GUARD_PREFIX } from '../../../protocol/provider/guard-prefix.ts';
import { ResponseContext } from '../../../protocol/provider/response-context.ts';
import { batch, LOG_EVENT } from './support/events.ts';
import { context, openTestProvider, readJson, type TestProvider } from './support/test-provider.ts';

async function contextOf(provider: TestProvider, client: object = {}): Promise<ResponseContext> {
  const { json } = await provider.call('player', { videoId: 'orieldemo01' }, client);
  return ResponseContext.parse(json['responseContext']);
}

test('every JSON response of a call, including errors, begins with the guard prefix [N17]', async () => {
  const provider = await openTestProvider();
  for (const response of [
    await provider.post('/youtubei/v1/player', { context: context(), videoId: 'orieldemo01' }),
    await provider.post('/youtubei/v1/player', {}),
    await provider.post(LOG_EVENT, batch([1])),
    await provider.get('/youtubei/v1/page_config'),
    await provider.get('/getDatasyncIdsEndpoint'),
    await provider.get('/pagead/id'),
    await provider.get('/youtubei/v1/no_such_call'),
  ]) {
    const text = await response.text();
    expect(text.startsWith(GUARD_PREFIX)).toBe(true);
    expect(() => JSON.parse(text.slice(GUARD_PREFIX.length)) as unknown).not.toThrow();
  }
});

test('responses have a consistency token jar with its lifetime, and a call that returns the jar is accepted [N18]', async () => {
  const provider = await openTestProvider();
  const { consistencyTokenJar } = await contextOf(provider);
  expect(consistencyTokenJar?.expirationSeconds).toBeGreaterThan(0);
  expect(consistencyTokenJar?.encryptedTokenJarContents).toMatch(/^[\w-]+\.[\w-]+$/);
  const { encryptedTokenJarContents } = consistencyTokenJar ?? {};
  const request = { consistencyTokenJars: [{ encryptedTokenJarContents }] };
  const response = await provider.post('/youtubei/v1/player', {
    context: { ...context(), request },
    videoId: 'orieldemo01',
  });
  expect(response.status).toBe(200);
});

test('configuration is sent with its hash, and again only when it has changed [L7]', async () => {
  const provider = await openTestProvider();
  const first = (await contextOf(provider)).globalConfigGroup;
  expect(first?.hot?.configData).toEqual(provider.catalog.site.config.hot);
  expect(first?.cold?.configData).toEqual(provider.catalog.site.config.cold);

  const configInfo = { hotConfigHash: first?.hot?.hashData, coldConfigHash: 'an older one' };
  const second = (await contextOf(provider, { configInfo })).globalConfigGroup;
  expect(second?.hot).toEqual({ hashData: first?.hot?.hashData });
  expect(second?.cold).toEqual(first?.cold);
});

test('valid visitor data is kept, forged visitor data is replaced', async () => {
  const provider = await openTestProvider();
  const { visitorData } = await contextOf(provider);
  expect((await contextOf(provider, { visitorData })).visitorData).toBe(visitorData);
  expect((await contextOf(provider, { visitorData: 'invented' })).visitorData).not.toBe('invented');
  const byHeader = await provider.post(LOG_EVENT, batch([1]), { 'X-Goog-Visitor-Id': String(visitorData) });
  expect((await readJson(byHeader))['responseContext']).toMatchObject({ visitorData });
});

test('CORS allows calls from pages of any origin with the common headers', async () => {
  const provider = await openTestProvider();
  const preflight = await provider.fetch(
    new Request('http://player.example/youtubei/v1/player', {
      method: 'OPTIONS',
      headers: { Origin: 'https://host.example' },
    }),
  );
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*');
  const allowed = preflight.headers.get('Access-Control-Allow-Headers')?.toLowerCase().split(', ');
  expect(allowed).toEqual(
    expect.arrayContaining([
      'x-goog-visitor-id',
      'authorization',
      'x-youtube-client-name',
      'x-youtube-client-version',
      'x-youtube-time-zone',
      'x-youtube-utc-offset',
      'content-type',
      'x-youtube-bootstrap-logged-in',
      'content-encoding',
    ]),
  );
  const response = await provider.post('/youtubei/v1/player', { context: context() });
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
});

test('a call needs a context with its client [N3]', async () => {
  const provider = await openTestProvider();
  const send = (body: object): Promise<Response> => provider.post('/youtubei/v1/player', body);
  expect((await send({ videoId: 'orieldemo01' })).status).toBe(400);
  expect((await send({ context: { client: {} }, videoId: 'orieldemo01' })).status).toBe(400);
  expect((await send({ context: context(), videoId: 'orieldemo01' })).status).toBe(200);
});
