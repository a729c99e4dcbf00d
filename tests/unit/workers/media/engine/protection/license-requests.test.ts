import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { LICENSE_MAX_BYTES, LICENSE_TIMEOUT_MS } from '../../../../../../protocol/media/content-protection.ts';
import {
  LicenseRequests,
  type LicenseRequest,
} from '../../../../../../workers/media/engine/protection/license-requests.ts';
import { LicenseFault } from '../../../../../../workers/media/engine/protection/license-fault.ts';
import { createFakeClock } from '../../../../../support/fake-clock.ts';

const SYSTEM = 'org.w3.clearkey';
const PROTECTION = { [SYSTEM]: { licenseUrl: '/license', headers: { 'X-Key': 'operator' } } };

/** An XMLHttpRequest whose responses the test decides. */
class TestRequest extends EventTarget {
  readyState = 0;
  status = 0;
  timeout = 0;
  readonly headers: Record<string, string> = {};
  isAborted = false;

  open(): void {
    this.readyState = 1;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  abort(): void {
    this.isAborted = true;
    this.end(0);
  }
  end(status: number): void {
    this.status = status;
    this.readyState = 4;
    this.dispatchEvent(new Event('readystatechange'));
  }
  receive(loaded: number): void {
    this.dispatchEvent(Object.assign(new Event('progress'), { loaded }));
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', { DONE: 4 });
  onTestFinished(() => void vi.unstubAllGlobals());
});

function subject() {
  const clock = createFakeClock();
  const requests = new LicenseRequests(PROTECTION, clock);
  const message = new Uint8Array([1]);
  const prepare = async () => {
    const request = new TestRequest();
    const prepared = requests.prepare(request as unknown as LicenseRequest, '/license', SYSTEM, message).then(
      () => undefined,
      (error: unknown) => error as LicenseFault,
    );
    return { request, prepared };
  };
  return { clock, prepare };
}

test('a license request is opened with the headers of its key system and a deadline', async () => {
  const { prepare } = subject();
  const { request, prepared } = await prepare();
  await prepared;
  expect(request).toMatchObject({ readyState: 1, timeout: LICENSE_TIMEOUT_MS, headers: { 'X-Key': 'operator' } });
});

test('a failed license request is retried three times with growing delays and the remaining time, and then fails', async () => {
  const { clock, prepare } = subject();
  const first = await prepare();
  await first.prepared;
  first.request.end(503);
  for (const [delayMs, leftMs] of [
    [500, LICENSE_TIMEOUT_MS - 500],
    [1_500, LICENSE_TIMEOUT_MS - 2_000],
    [3_000, LICENSE_TIMEOUT_MS - 5_000],
  ] as const) {
    const { request, prepared } = await prepare();
    await clock.advance(delayMs - 1);
    expect(request.readyState).toBe(0);
    await clock.advance(1);
    await prepared;
    expect(request).toMatchObject({ readyState: 1, timeout: leftMs });
    request.end(503);
  }
  const last = await prepare();
  expect(await last.prepared).toMatchObject({ code: 'net.badstatus' });
});

test('a license request that fails after the whole time is not retried', async () => {
  const { clock, prepare } = subject();
  const { request, prepared } = await prepare();
  await prepared;
  await clock.advance(LICENSE_TIMEOUT_MS);
  request.end(0);
  expect(await (await prepare()).prepared).toMatchObject({ code: 'net.connect' });
});

test('a license request without a response in time fails with net.timeout, also at a second request of hls.js', async () => {
  const { prepare } = subject();
  const { request, prepared } = await prepare();
  await prepared;
  request.end(0);
  request.dispatchEvent(new Event('timeout'));
  for (const _ of [1, 2]) expect(await (await prepare()).prepared).toMatchObject({ code: 'net.timeout' });
});

test('a license that is too large is aborted and not requested again', async () => {
  const { prepare } = subject();
  const { request, prepared } = await prepare();
  await prepared;
  request.receive(LICENSE_MAX_BYTES);
  expect(request.isAborted).toBe(false);
  request.receive(LICENSE_MAX_BYTES + 1);
  expect(request.isAborted).toBe(true);
  const fault = await (await prepare()).prepared;
  expect(fault).toBeInstanceOf(LicenseFault);
  expect(fault).toMatchObject({ code: 'net.badstatus' });
});
