import { expect, test } from 'vitest';
import { describeError } from '../../../../../protocol/runtime/describe-error.ts';
import {
  ERROR_MESSAGES,
  STORAGE_ERROR_MESSAGES,
  STORAGE_ERROR_SEVERITIES,
  type StorageErrorName,
} from '../../../../../protocol/errors.ts';
import type {
  ErrorReport,
  InfrastructureSettings,
  ServiceCheckpoint,
} from '../../../../../protocol/infrastructure/rpc.ts';
import { Session } from '../../../../../workers/infrastructure/context/session.ts';
import { ErrorReporter } from '../../../../../workers/infrastructure/errors/error-reporter.ts';
import { storageFault } from '../../../../../workers/infrastructure/storage/storage-fault.ts';
import type { TransportRequest } from '../../../../../workers/infrastructure/transport/transport.ts';
import { ProblemReporter } from '../../../../../workers/infrastructure/problem-reporter.ts';
import { createSeededRandom } from '../../../../support/fake-clock.ts';
import { makeSettings } from '../../../../support/pipeline-harness.ts';
import { bodyOf, createServiceHarness, type Reply } from '../../../../support/service-harness.ts';
import { SESSION_BROWSER } from '../../../../support/session-browser.ts';

const ACTIVITY = { windowMs: 10_000, lanes: [] };

function createReporter(change: Partial<InfrastructureSettings> = {}, fraction = 0) {
  const sent: { address: URL; form: URLSearchParams }[] = [];
  const reported: ErrorReport[] = [];
  const session = new Session({ ...makeSettings(), ...change }, SESSION_BROWSER);
  const reporter = new ErrorReporter({
    session,
    random: { ...createSeededRandom(), fraction: () => fraction },
    async send({ address, body }: TransportRequest) {
      sent.push({ address: new URL(address), form: new URLSearchParams(String(body)) });
      return { ok: true, value: { status: 204, text: '' } };
    },
    activity: async () => ACTIVITY,
    keep: () => expect.fail('every report of these tests arrives'),
    onReported: (report) => reported.push(report),
  });
  const report = (message: string, sampleRate?: number) =>
    reporter.report({ record: describeError(message), severity: 'error', thread: 'main' }, sampleRate);
  return { reporter, report, sent, reported };
}

test('at most five errors of a page are reported [E4]', async () => {
  const { report, sent } = createReporter();
  for (let index = 0; index < 8; index += 1) await report(`error ${index}`);
  expect(sent).toHaveLength(5);
});

test('an error with the same message is reported once [E4]', async () => {
  const { report, sent } = createReporter();
  await report('again');
  await report('again');
  expect(sent).toHaveLength(1);
});

test('an error report has type, message, line and level in its address, and page, file and stack in its form [N14]', async () => {
  const { reporter, sent } = createReporter();
  const error = new TypeError('m'.repeat(400));
  error.stack = 'at here';
  const place = { fileName: '/a.js', lineNumber: 7 };
  await reporter.report({
    record: describeError(error, { event: 'play' }, place),
    severity: 'warning',
    thread: 'main',
  });
  const [request] = sent;
  expect(request?.address.pathname).toBe('/error_204');
  expect(Object.fromEntries(request?.address.searchParams ?? [])).toEqual({
    type: 'TypeError',
    msg: 'm'.repeat(250),
    line: '7',
    level: 'warning',
  });
  expect(Object.fromEntries(request?.form ?? [])).toMatchObject({
    url: 'https://player.example/embed/orieldemo01',
    file: '/a.js',
    stack: 'at here',
    thread: 'main',
    'param.event': 'play',
  });
});

test('the page address in an error report is cut at 500 characters [E5]', async () => {
  const pathname = `/embed/${'x'.repeat(500)}`;
  const { report, sent } = createReporter({ pathname });
  await report('a');
  expect(sent[0]?.form.get('url')).toBe(`https://player.example${pathname}`.slice(0, 500));
});

test('an error report to the page’s own origin has the XSRF token, and a report to another origin has none [N2]', async () => {
  const { page } = makeSettings({ xsrf: { fieldName: 'session_token', token: 'secret' } });
  const own = createReporter({ page });
  await own.report('a');
  const addresses = { ...page.addresses, errorReport: 'https://errors.example/error_204' };
  const other = createReporter({ page: { ...page, addresses } });
  await other.report('a');
  expect(own.sent[0]?.form.get('session_token')).toBe('secret');
  expect(other.sent[0]?.form.has('session_token')).toBe(false);
});

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
])('an error report is not sent from %s [E6]', async (userAgent) => {
  const { report, sent } = createReporter({ userAgent });
  await report('a');
  expect(sent).toEqual([]);
});

test('an error sampled at a rate of 0.1 has the weight 10, and unsampled errors are not sent [E7]', async () => {
  const kept = createReporter({}, 0.05);
  await kept.report('a', 0.1);
  const left = createReporter({}, 0.5);
  await left.report('a', 0.1);
  expect(kept.reported[0]?.record.sampleWeight).toBe(10);
  expect(kept.sent[0]?.form.get('sampleWeight')).toBe('10');
  expect(left.sent).toEqual([]);
});

test('an uncaught error of the worker is reported and logged [E4]', async () => {
  const harness = createServiceHarness();
  await harness.start();
  for (const report of harness.uncaught) report(new Error('unhandled rejection'));
  await harness.clock.advance(2_000);
  expect(harness.reports()).toEqual([['unhandled rejection', 'error']]);
  const logged = harness.seenAt('/youtubei/v1/log_event').map((request) => JSON.stringify(bodyOf(request)));
  expect(logged.join()).toContain('errorReported');
});

test('an error report that fails without a network is delivered once later, without the XSRF token [E4]', async () => {
  const harness = createServiceHarness();
  await harness.start({ page: makeSettings({ xsrf: { fieldName: 'session_token', token: 'secret' } }).page });
  harness.replies.set('/error_204', () => 'unreachable');
  const record = describeError(new Error('made offline'));
  await harness.settled(harness.service.reportError({ record, severity: 'error', thread: 'main' }));
  await harness.clock.advance(30_000);
  harness.replies.delete('/error_204');
  const failed = harness.seenAt('/error_204').length;
  await harness.settled(harness.service.flush(), 10_000);
  const [report, ...others] = harness.seenAt('/error_204').slice(failed);
  expect(others).toEqual([]);
  expect(report?.address.searchParams.get('msg')).toBe('made offline');
  expect(report?.headers['content-type'] ?? report?.headers['Content-Type']).toBe('text/plain');
  expect(String(report?.body)).toContain('thread=main');
  expect(String(report?.body)).not.toContain('secret');
  await harness.settled(harness.service.flush(), 10_000);
  expect(harness.seenAt('/error_204')).toHaveLength(failed + 1);
});

test.each<readonly [string, boolean, () => Reply]>([
  ['gets 429', true, () => new Response('busy', { status: 429 })],
  ['gets 500', true, () => new Response('broken', { status: 500 })],
  ['gets no response in time', true, () => 'hang'],
  ['gets 400', false, () => new Response('wrong', { status: 400 })],
  ['gets 413', false, () => new Response('long', { status: 413 })],
])('an error report that %s is kept and delivered later: %s [E4]', async (_, isKept, reply) => {
  const harness = createServiceHarness();
  await harness.start();
  harness.replies.set('/error_204', reply);
  const record = describeError(new Error('while the provider is ill'));
  await harness.settled(harness.service.reportError({ record, severity: 'error', thread: 'main' }), 120_000);
  const form = /thread=main/;
  const before = harness.seenAt('/error_204').length;
  harness.replies.delete('/error_204');
  await harness.clock.advance(300_000);
  const later = harness.seenAt('/error_204').slice(before);
  expect(later.filter(({ body }) => form.test(String(body)))).toHaveLength(isKept ? 1 : 0);
});

test('an error report whose XSRF token the provider refuses is delivered once without the token [E4, N14]', async () => {
  const harness = createServiceHarness();
  await harness.start({ page: makeSettings({ xsrf: { fieldName: 'session_token', token: 'old' } }).page });
  const arrived: URLSearchParams[] = [];
  harness.replies.set('/error_204', ({ body }) => {
    const form = new URLSearchParams(String(body));
    if (form.has('session_token')) return new Response('forbidden', { status: 403 });
    arrived.push(form);
    return new Response(null, { status: 204 });
  });
  const record = describeError(new Error('with an old token'));
  await harness.settled(harness.service.reportError({ record, severity: 'error', thread: 'main' }));
  await harness.settled(harness.service.flush(), 10_000);
  await harness.settled(harness.service.flush(), 10_000);
  expect(arrived.map((form) => form.get('thread'))).toEqual(['main']);
});

test('a service that replaces another reports only the rest of the five errors, and repeats no message [E4]', async () => {
  let checkpoint: ServiceCheckpoint | undefined;
  const hooks = {
    askLocation: () => Promise.resolve({ locationInfoStatus: 'denied' as const }),
    writeCookie() {},
    saveCheckpoint: (saved: ServiceCheckpoint) => void (checkpoint = saved),
    readSpans: async () => [],
  };
  const reportedBy = async (messages: readonly string[]) => {
    const harness = createServiceHarness();
    await harness.start(checkpoint === undefined ? {} : { checkpoint }, hooks);
    for (const message of messages) for (const report of harness.uncaught) report(new Error(message));
    await harness.clock.advance(0);
    return harness.reports().map(([message]) => message);
  };
  // One of the five reports is about the missing disk.
  expect(await reportedBy(['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  expect(await reportedBy(['c', 'd', 'e'])).toEqual(['d']);
  expect(await reportedBy(['f'])).toEqual([]);
});

test('the error messages are exactly the messages of the catalogue [E1, E2]', () => {
  expect(Object.values(ERROR_MESSAGES)).toEqual([
    'Biscotti ID is missing from server',
    'JSON parsing failed after fetch',
    'Error: API fetch failed',
    'Error: No InnerTubeContext shell provided in ytconfig.',
    'Unable to load Botguard',
    'Cannot initialize botguard without program',
    'Datasync ID not set',
    'innertube xhrclient not ready',
    'An extension is blocking network request',
    'Missing VISITOR_DATA',
  ]);
  expect(Object.values(STORAGE_ERROR_MESSAGES)).toEqual([
    'No user identifier specified',
    'Transaction was explicitly aborted',
    'IndexedDB is not supported',
    'Index not created',
    'Object stores not created',
    'Database is deleted because expected object stores were not created',
    'Database is reopened because expected object stores were not created',
    'Transaction was aborted for unknown reasons',
    'The current transaction exceeded its quota limitations',
    'The current transaction may have failed because of exceeding quota limitations',
    "Can't start a transaction on a closed database",
    'The binary is incompatible with the database version',
  ]);
});

test('each storage fault is reported and logged once with its severity, and an explicit abort is not reported [E3]', async () => {
  const { reporter, reported } = createReporter();
  const logged: string[] = [];
  const problems = new ProblemReporter(reporter, { log: (name) => void logged.push(name) });
  const faults = Object.keys(STORAGE_ERROR_SEVERITIES) as StorageErrorName[];
  const seen = new Map<string, string>();
  for (const fault of faults) {
    const each = createReporter();
    new ProblemReporter(each.reporter, { log() {} }).storageFault(storageFault(fault));
    await Promise.resolve();
    seen.set(fault, each.reported[0]?.severity ?? 'ignored');
  }
  expect(Object.fromEntries(seen)).toEqual({
    noUserIdentifier: 'error',
    explicitAbort: 'ignored',
    notSupported: 'error',
    indexMissing: 'warning',
    storesMissing: 'error',
    deletedForMissingStores: 'warning',
    reopenedForMissingStores: 'warning',
    unknownAbort: 'warning',
    quotaExceeded: 'warning',
    quotaMaybeExceeded: 'warning',
    databaseClosed: 'warning',
    newerVersion: 'warning',
  });
  problems.storageFault(storageFault('quotaExceeded'));
  problems.storageFault(storageFault('quotaExceeded'));
  expect(logged).toEqual(['storageFault']);
  expect(reported).toHaveLength(1);
});

test('without a data-sync id in the response “Datasync ID not set” is reported, and events stay in memory [N12, E1, E2]', async () => {
  const harness = createServiceHarness();
  harness.replies.set('/getDatasyncIdsEndpoint', () => Response.json({ datasyncIds: [] }));
  const settings = makeSettings({ loggedIn: true });
  expect(await harness.start(settings)).toMatchObject({
    value: { storage: 'memory', storageReason: 'No user identifier specified' },
  });
  expect(harness.reports()).toContainEqual(['Datasync ID not set', 'warning']);
});
