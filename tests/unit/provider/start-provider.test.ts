import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../../src/provider/settings/limits.ts';
import { readSettings, settingsWarnings } from '../../../src/provider/settings/settings.ts';
import { startProvider, type RunningProvider, type StartProviderOptions } from '../../../src/server/start-provider.ts';
import { batch, LOG_EVENT } from './support/events.ts';
import { LIVE_LISTENERS_MAX } from '../../../src/audience/observation/change-feed.ts';

async function start(options: StartProviderOptions = {}): Promise<RunningProvider> {
  const running = await startProvider({ port: 0, ...options });
  onTestFinished(() => running.close());
  return running;
}

function postBatch(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url + LOG_EVENT, { method: 'POST', body: JSON.stringify(batch([1])), ...init });
}

test('the provider listens on a free port at localhost and 127.0.0.1', async () => {
  const { url, port } = await start();
  expect(url).toBe(`http://localhost:${port}`);
  for (const origin of [url, `http://127.0.0.1:${port}`])
    expect((await fetch(`${origin}/generate_204`)).status).toBe(204);
});

test('a start on a used port is rejected with EADDRINUSE', async () => {
  const { port } = await start();
  await expect(startProvider({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('close ends open event streams and refuses later requests', async () => {
  const { url, close } = await start();
  const stream = await fetch(`${url}/provider/api/changes`);
  await close();
  await expect(stream.text()).resolves.toBeDefined();
  await expect(fetch(`${url}/generate_204`)).rejects.toThrow();
});

test('the scenario reset ends the connection before the events are stored, lost-answer after they are stored', async () => {
  const { url } = await start({ scenarios: true });
  const play = (kind: string): Promise<Response> =>
    fetch(`${url}/provider/api/scenarios`, {
      method: 'POST',
      body: JSON.stringify([{ path: 'log_event', times: 1, fault: { kind } }]),
    });
  const count = async (): Promise<unknown> => (await fetch(`${url}/provider/api/events/count`)).json();
  await play('reset');
  await expect(postBatch(url)).rejects.toThrow();
  expect(await count()).toEqual({ count: 0 });
  await play('lost-answer');
  await expect(postBatch(url)).rejects.toThrow();
  expect(await count()).toEqual({ count: 1 });
});

test('an operator page that disconnects frees its place for other pages', async () => {
  const { url } = await start();
  for (let count = 0; count < LIVE_LISTENERS_MAX + 8; count++) {
    const leaving = new AbortController();
    const response = await fetch(`${url}/provider/api/changes`, { signal: leaving.signal });
    expect(response.status).toBe(200);
    leaving.abort();
    await fetch(`${url}/generate_204`, { method: 'POST' });
  }
});

test('a sender that disconnects within its body does not crash the provider', async () => {
  const { url, port } = await start();
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST ${LOG_EVENT} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"con`,
      );
      socket.destroy();
    });
    socket.on('close', () => resolve());
  });
  expect((await postBatch(url)).status).toBe(200);
});

test('settings come from the environment, and default folders lie in the checkout', () => {
  expect(readSettings({}, '/checkout')).toEqual({
    ok: true,
    value: {
      port: 4173,
      host: undefined,
      catalogFolder: '/checkout/.data/catalog',
      catalogSeed: '/checkout/src/provider/catalog',
      followLinks: false,
      databaseUrl: 'file:///checkout/.data/provider.db',
      databaseAuthToken: undefined,
      publicOrigin: undefined,
      pageOrigins: [],
      allowedHosts: [],
      uploadFolder: '/checkout/.data/uploads',
      forgottenPath: '/checkout/.data/forgotten.txt',
      trustedHops: 0,
      operatorPassword: undefined,
      logLevel: undefined,
      bench: false,
      demoAccount: false,
      scenarios: false,
      states: false,
      limits: DEFAULT_LIMITS,
    },
  });
  const environment = {
    PORT: '80',
    ORIEL_DATA_DIR: '/data',
    ORIEL_BENCH: '1',
    ORIEL_CATALOG_DIR: '/films',
    ORIEL_DATABASE_URL: '',
    ORIEL_ALLOWED_HOSTS: 'Videos.example, *.school.example,[::1]',
    ORIEL_PAGE_ORIGINS: 'https://player.example, http://localhost:8080',
  };
  expect(readSettings(environment, '/checkout')).toMatchObject({
    value: {
      port: 80,
      databaseUrl: 'file:///data/provider.db',
      bench: true,
      catalogFolder: '/films',
      allowedHosts: ['videos.example', '*.school.example', '[::1]'],
      pageOrigins: ['https://player.example', 'http://localhost:8080'],
    },
  });
});

test.each([
  [{ PORT: 'many' }, 'PORT: must be a whole number from 0 to 65535'],
  [{ ORIEL_LOG_LEVEL: 'loud' }, 'ORIEL_LOG_LEVEL: must be one of silent, error, warn, info, debug'],
  [{ ORIEL_BODY_MAX_BYTES: '1' }, 'ORIEL_BODY_MAX_BYTES: must be a whole number from 1024 to 104857600'],
  [{ PORT: '65536' }, 'PORT: must be a whole number from 0 to 65535'],
  [{ ORIEL_STATES: 'yes' }, 'ORIEL_STATES: must be 1 or true for on, 0 or false for off'],
  [{ ORIEL_TRUSTED_HOPS: 'all' }, 'ORIEL_TRUSTED_HOPS: must be a whole number from 0 to 10'],
  [{ ORIEL_ALLOWED_HOSTS: 'a.example,https://b.example' }, 'ORIEL_ALLOWED_HOSTS'],
  [{ ORIEL_PUBLIC_ORIGIN: 'videos.example' }, 'ORIEL_PUBLIC_ORIGIN: must be an origin'],
  [{ ORIEL_PAGE_ORIGINS: 'https://player.example/player/' }, 'ORIEL_PAGE_ORIGINS.0: must be origins'],
])('the setting %o is refused with an error that says what is valid', (environment, message) => {
  const settings = readSettings(environment, '/checkout');
  expect(settings.ok).toBe(false);
  expect(settings.ok ? '' : settings.message).toContain(message);
});

test.each([
  ['', false],
  ['0', false],
  ['FALSE', false],
  ['1', true],
  ['TRUE', true],
])('a switch with the value "%s" is %s', (value, isOn) => {
  expect(readSettings({ ORIEL_STATES: value }, '/checkout')).toMatchObject({ value: { states: isOn } });
});

test('a misspelt variable and a limit without effect beside another limit are warnings', () => {
  const warned = (environment: Record<string, string>) => {
    const settings = readSettings(environment, '/checkout');
    return settings.ok && settingsWarnings(environment, settings.value).map(({ variable }) => variable);
  };
  const misspelt = { ORIEL_PUBLIC_ORGIN: 'https://videos.example', ORIEL_HOST: '::1', HOME: '/' };
  expect(warned(misspelt)).toEqual(['ORIEL_PUBLIC_ORGIN']);
  expect(warned({ ORIEL_CONNECTIONS_PER_ADDRESS: '4096' })).toEqual(['ORIEL_CONNECTIONS_PER_ADDRESS']);
  expect(warned({ ORIEL_CONNECTIONS_PER_ADDRESS: '4096', ORIEL_CONNECTIONS: '8192' })).toEqual([]);
});
