import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LineWriter } from '../../../../src/provider/operations/line-writer.ts';
import type { Log, LogLevel } from '../../../../src/provider/operations/log.ts';
import { createPinoLog } from '../../../../src/provider/operations/pino-log.ts';
import { bugKind, RepeatedLines } from '../../../../src/provider/operations/repeated-lines.ts';
import { terminalLine } from '../../../../src/provider/operations/terminal-line.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { batch, LOG_EVENT } from '../support/events.ts';
import { openTestProvider } from '../support/test-provider.ts';

interface Line extends Record<string, unknown> {
  readonly level: LogLevel;
  readonly message: string;
}

function createLog(): { readonly log: Log; readonly lines: Line[] } {
  const lines: Line[] = [];
  const at =
    (level: LogLevel): Log[LogLevel] =>
    (fields, message) =>
      lines.push({ level, message, ...fields });
  return { lines, log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } };
}

test('a request is logged as one line with its kind, without data of the client or the query', async () => {
  const { log, lines } = createLog();
  const provider = await openTestProvider({ log });
  await provider.post(`${LOG_EVENT}&cpn=SECRETID`, batch([1]), {
    'X-Goog-Visitor-Id': 'SECRETID',
    Cookie: 'a=SECRETID',
  });
  await provider.get('/embed/orieldemo01?list=SECRETID&origin=https://SECRETID.example', { Referer: 'SECRETID' });
  expect(lines).toEqual([
    { level: 'info', message: 'request', method: 'POST', kind: '/youtubei/…/log_event', status: 200, durationMs: 0 },
    { level: 'info', message: 'request', method: 'GET', kind: '/embed/…', status: 200, durationMs: 0 },
  ]);
});

test('the logged duration of a request excludes the time in which the client sends its body', async () => {
  const { log, lines } = createLog();
  const provider = await openTestProvider({ log });
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await provider.clock.advance(4_000);
      controller.enqueue(new TextEncoder().encode(JSON.stringify(batch([1]))));
      controller.close();
    },
  });
  const init = { method: 'POST', body, duplex: 'half', headers: { 'Content-Type': 'application/json' } };
  const response = await provider.fetch(new Request(`http://localhost${LOG_EVENT}`, init));
  expect(response.status).toBe(200);
  expect(lines).toMatchObject([{ message: 'request', status: 200, durationMs: 0 }]);
});

test('with a public origin, a proxy that the settings do not count is logged once as a warning', async () => {
  const { log, lines } = createLog();
  const forwarded = { 'X-Forwarded-For': '192.0.2.1' };
  const publicOrigin = 'https://videos.example';
  for (const options of [{}, { publicOrigin, trustedHops: 1 }, { publicOrigin }]) {
    const provider = await openTestProvider({ log, ...options });
    await provider.get('/healthz', forwarded);
    await provider.get('/healthz', forwarded);
  }
  const warnings = lines.filter(({ level }) => level === 'warn');
  expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining('ORIEL_TRUSTED_HOPS is 0')]);
});

test('requests for media and health are logged at debug level, with the path but without its query', async () => {
  const { log, lines } = createLog();
  const provider = await openTestProvider({ log });
  await provider.get('/media/demo/master.m3u8?token=SECRETID');
  await provider.get('/healthz');
  expect(lines.map(({ level, path }) => [level, path])).toEqual([
    ['debug', '/media/demo/master.m3u8'],
    ['debug', '/healthz'],
  ]);
});

test('no log line contains the token of a signed media address', async () => {
  const { log, lines } = createLog();
  const provider = await openTestProvider({ log, site: { signMedia: true } });
  const config = await (await provider.get('/embed/orieldemo01')).text();
  const [address = '', token = ''] = /\/media\/(~[\w.-]+)\/[^"]*\.m3u8/.exec(config) ?? [];
  expect((await provider.get(address)).status).toBe(200);
  await provider.get(address.replace('~', '%7E'));
  await provider.get(`/elsewhere${address}`);
  expect(token).not.toBe('');
  expect(JSON.stringify(lines)).not.toContain(token.slice(1));
  const shown = expect.stringMatching(/^\/media\/~…\/@[\w-]+\/demo\/master\.m3u8$/) as string;
  expect(lines.map(({ path }) => path)).toContainEqual(shown);
});

test('repeats of one bug are logged as one line and then as one count a minute', async () => {
  const { log, lines } = createLog();
  const bugs: unknown[] = [];
  const provider = await openTestProvider({ log, onBug: (bug) => bugs.push(bug) });
  await provider.close();
  for (let index = 0; index < 500; index++)
    expect((await provider.post(LOG_EVENT, batch([index]))).status).toBeGreaterThanOrEqual(500);
  const errors = (): Line[] => lines.filter(({ level }) => level === 'error');
  expect(bugs).toHaveLength(500);
  expect(errors()).toHaveLength(1);
  expect(errors()[0]).toMatchObject({ err: bugs[0] });
  await provider.clock.advance(60_000);
  expect(errors().slice(1)).toEqual([
    {
      level: 'error',
      message: 'a request could not be answered',
      bug: bugKind(bugs[0]),
      repeats: 499,
      withinMs: 60_000,
    },
  ]);
  await provider.clock.advance(180_000);
  expect(errors()).toHaveLength(2);
});

test('different bugs are separate log lines, and bugs past a hundred kinds are counted together', async () => {
  const { log, lines } = createLog();
  const clock = createFakeClock();
  const repeated = new RepeatedLines(log, clock);
  for (let index = 0; index < 1_000; index++)
    repeated.write({ bug: `kind ${index}` }, { level: 'error', message: `bug ${index}` });
  expect(lines).toHaveLength(101);
  repeated.close();
  expect(lines.at(-1)).toMatchObject({ kind: 'others', repeats: 899 });
  expect(clock.pendingCount()).toBe(0);
});

test('each limit is logged at most once a minute, with its name and number of networks, and without addresses', async () => {
  const { log, lines } = createLog();
  const clock = createFakeClock();
  const repeated = new RepeatedLines(log, clock);
  const refuse = (limit: string, network: string): void =>
    repeated.write({ limit }, { level: 'warn', message: 'refused', network });
  for (let index = 0; index < 300; index++) refuse('connections', `10.${index >> 8}.${index & 255}.0/24`);
  for (let index = 0; index < 40; index++) refuse('calls_per_address', '203.0.113.0/24');
  refuse('files_per_address', '203.0.113.0/24');
  await clock.advance(60_000);
  const line = { level: 'warn', message: 'refused' };
  expect(lines).toEqual([
    { ...line, limit: 'connections' },
    { ...line, limit: 'calls_per_address' },
    { ...line, limit: 'files_per_address' },
    { ...line, limit: 'connections', repeats: 299, withinMs: 60_000, networks: 256 },
    { ...line, limit: 'calls_per_address', repeats: 39, withinMs: 60_000, networks: 1 },
  ]);
  repeated.close();
});

test('errors of one place whose messages differ in an id are the same bug', () => {
  const bug = (id: string): Error => new TypeError(`no video ${id}`);
  expect(bugKind(bug('a'))).toBe(bugKind(bug('b')));
  expect(bugKind(new TypeError('elsewhere'))).not.toBe(bugKind(bug('a')));
});

test('log lines are JSON with a level name, a time and the error’s stack; a terminal shows no info lines by default', () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  createPinoLog({ isTerminal: false }, destination).error({ err: new Error('broken') }, 'failed');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'error',
    msg: 'failed',
    time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    err: { message: 'broken', stack: expect.stringContaining('log.test.ts') as string },
  });
  createPinoLog({ isTerminal: false }, destination).info({}, 'told');
  createPinoLog({ isTerminal: true }, destination).info({}, 'not told');
  createPinoLog({ isTerminal: true, level: 'info' }, destination).info({}, 'told');
  createPinoLog({ isTerminal: false, level: 'silent' }, destination).error({}, 'not told');
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['failed', 'told', 'told']);
});

test('a terminal shows readable log lines with control characters escaped', () => {
  const line = JSON.stringify({
    level: 'warn',
    time: '2026-01-06T12:00:00.000Z',
    msg: 'refused',
    limit: 'calls_per_address',
    name: 'a b\u001b[2J',
    err: { stack: 'Error: broken\n    at here' },
  });
  expect(terminalLine(line)).toBe(
    '12:00:00.000 warn  refused limit=calls_per_address name="a b\\u001b[2J" \nError: broken\n    at here\n',
  );
});

async function openWriter(path: string, flags: string): Promise<LineWriter> {
  const file = await open(path, flags);
  onTestFinished(() => file.close());
  return new LineWriter(file.fd, createFakeClock());
}

test('log lines are written to their file in order', async () => {
  const path = join(await temporaryFolder(), 'log');
  const writer = await openWriter(path, 'w');
  const log = createPinoLog({ isTerminal: false }, writer);
  for (let index = 0; index < 2_000; index++) log.info({ index }, 'written');
  await writer.flush();
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { index: number }).index)).toEqual([...lines.keys()]);
  expect(lines).toHaveLength(2_000);
});

test.skipIf(process.platform !== 'linux')('a full disk loses log lines and does not end the process', async () => {
  const writer = await openWriter('/dev/full', 'w');
  writer.write('lost\n');
  await writer.flush();
  writer.write('lost too\n');
  await writer.flush();
});

test.skipIf(process.platform !== 'linux')('an unread log pipe neither blocks nor grows the process', async () => {
  const path = join(await temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  onTestFinished(() => reader.close());
  const pipe = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
  onTestFinished(() => pipe.close());
  const clock = createFakeClock();
  const writer = new LineWriter(pipe.fd, clock);
  const line = `${'x'.repeat(1_000)}\n`;
  for (let index = 0; index < 10_000; index++) writer.write(line);
  await expect.poll(() => clock.pendingCount()).toBe(1);
  let isFlushed = false;
  void writer.flush().then(() => (isFlushed = true));
  let readBytes = 0;
  const drain = async (): Promise<boolean> => {
    await clock.advance(100);
    const { bytesRead } = await reader.read({ buffer: Buffer.alloc(1_048_576) }).catch(() => ({ bytesRead: 0 }));
    readBytes += bytesRead;
    return isFlushed && bytesRead === 0;
  };
  await expect.poll(drain).toBe(true);
  // The lines that waited in the process and in the pipe itself.
  expect(readBytes).toBeGreaterThan(1_048_576);
  expect(readBytes).toBeLessThanOrEqual(4_194_304 + line.length);
});
