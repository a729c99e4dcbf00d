import { expect, test } from 'vitest';
import { PARKED_RETRY_MAX_MS, RETRY_AFTER_MIN_MS } from '../../../../../protocol/constants.ts';
import { createTransport, REQUEST_TIMEOUT_MS } from '../../../../../workers/infrastructure/transport/transport.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

/** A transport whose server responds with `respond`. */
function setUp(
  respond: (init: RequestInit) => Response | Promise<Response>,
  carriesCookies = (_address: string): boolean => false,
) {
  const clock = createFakeClock();
  const seen: RequestInit[] = [];
  const fetch = async (_address: unknown, init: RequestInit = {}): Promise<Response> => {
    seen.push(init);
    return respond(init);
  };
  const send = createTransport({ clock, fetch }, carriesCookies);
  return { clock, seen, send };
}

/** Never responds, and rejects when it is aborted, as `fetch` does. */
function hang({ signal }: RequestInit): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
}

const address = 'https://provider.example/log';

test('a request is a POST by default, and never served from the cache', async () => {
  const { send, seen, clock } = setUp(() => new Response('text', { status: 200 }));
  expect(await send({ address, headers: { a: 'b' }, body: 'c' })).toEqual({
    ok: true,
    value: { status: 200, text: 'text' },
  });
  expect(seen).toMatchObject([{ method: 'POST', headers: { a: 'b' }, body: 'c', cache: 'no-store' }]);
  expect(clock.pendingCount()).toBe(0);
});

test('a request is sent with the given method, and without a body if none is given', async () => {
  const { send, seen } = setUp(() => new Response(null, { status: 204 }));
  await send({ address, method: 'GET' });
  expect(seen[0]).toMatchObject({ method: 'GET', headers: {} });
  expect(seen[0]).not.toHaveProperty('body');
});

test('a request includes cookies of another origin only if this is allowed for its address [N2]', async () => {
  for (const [isAllowed, credentials] of [
    [true, 'include'],
    [false, 'same-origin'],
  ] as const) {
    const { send, seen } = setUp(
      () => new Response(),
      (asked) => isAllowed && asked === address,
    );
    await send({ address });
    expect(seen).toMatchObject([{ credentials }]);
  }
});

test.each([
  [199, false],
  [200, true],
  [206, true],
  [207, false],
  [303, false],
  [304, true],
  [404, false],
])('a response with the status %i counts as success: %s [N16]', async (status, ok) => {
  const { send } = setUp(() => Object.defineProperty(new Response(null), 'status', { value: status }));
  expect(await send({ address })).toMatchObject(
    ok ? { ok } : { ok, code: 'net.badstatus', message: `Request failed, status=${status}`, details: { status } },
  );
});

test('a failed response is reported with the first 200 characters of its body, if it has a body [N22]', async () => {
  const body = 'x'.repeat(201);
  const refused = await setUp(() => new Response(body, { status: 403 })).send({ address });
  expect(refused).toMatchObject({ details: { status: 403, body: body.slice(0, 200) } });
  const empty = await setUp(() => new Response('', { status: 403 })).send({ address });
  expect(empty).toMatchObject({ ok: false, details: { status: 403 } });
  expect(empty.ok || empty.details).toStrictEqual({ status: 403 });
});

test.each([
  ['seconds', '120', 120_000],
  ['a date', new Date(Date.UTC(2026, 0, 6, 12, 0, 30)).toUTCString(), 30_000],
  ['a date that has passed', new Date(Date.UTC(2026, 0, 6, 11, 0, 0)).toUTCString(), RETRY_AFTER_MIN_MS],
  ['zero', '0', RETRY_AFTER_MIN_MS],
  ['a day', '86400', PARKED_RETRY_MAX_MS],
  ['other text', 'soon', undefined],
  ['only spaces', ' ', undefined],
  ['no value', null, undefined],
])('a Retry-After of %s (%j) is read as %j', async (_what, header, retryAfterMs) => {
  const response = new Response(null, { status: 503 });
  // The platform would trim a header of spaces.
  Object.defineProperty(response, 'headers', { value: { get: () => header } });
  const outcome = await setUp(() => response).send({ address });
  expect(outcome.ok || outcome.details?.['retryAfterMs']).toBe(retryAfterMs);
});

test('a request to a server that hangs fails as a timeout at its deadline, not sooner [N22]', async () => {
  for (const [timeoutMs, options] of [
    [REQUEST_TIMEOUT_MS, {}],
    [700, { timeoutMs: 700 }],
  ] as const) {
    const { send, clock } = setUp(hang);
    let outcome: unknown = null;
    void send({ address, ...options }).then((settled) => (outcome = settled));
    await clock.advance(timeoutMs - 1);
    expect(outcome).toBeNull();
    await clock.advance(1);
    expect(outcome).toMatchObject({ ok: false, code: 'net.timeout' });
  }
});

test('a request whose body stalls after the headers fails at the deadline, too', async () => {
  const { send, clock } = setUp((init) =>
    Object.defineProperty(new Response(null), 'text', { value: () => hang(init) }),
  );
  const sending = send({ address });
  await clock.advance(REQUEST_TIMEOUT_MS);
  expect(await sending).toMatchObject({ code: 'net.timeout' });
});

test('a failed connection has the error net.unknown with its cause, and leaves no timer [N22]', async () => {
  const { send, clock } = setUp(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await send({ address })).toMatchObject({
    code: 'net.unknown',
    details: { cause: 'TypeError: Failed to fetch' },
  });
  expect(clock.pendingCount()).toBe(0);
});
