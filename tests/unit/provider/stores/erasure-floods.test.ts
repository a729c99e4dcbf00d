import { expect, test } from 'vitest';
import { createFakeClock, settle } from '../../../support/fake-clock.ts';
import { fromAddress, slowStorage } from '../support/slow-storage.ts';
import { context, openTestProvider } from '../support/test-provider.ts';

const EACH_MS = 100;
const [STRANGER, VIEWER] = ['203.0.113.1', '198.51.100.1'];

async function lab() {
  const clock = createFakeClock();
  const { openStorage } = slowStorage(clock, 'count(*) AS row_count', EACH_MS);
  const provider = await openTestProvider({ clock, defer: queueMicrotask, openStorage });
  let session = 0;
  const erase = async (address: string): Promise<{ status: number; retryAfter: number; tookMs: number }> => {
    const beganMs = clock.monotonicNow();
    const request = { sessionId: (session += 1).toString(16).padStart(32, '0') };
    const { status, headers } = await provider.fetch(
      new Request('http://player.example/youtubei/v1/privacy', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ context: { ...context(), request }, erase: true }),
      }),
      fromAddress(address),
    );
    return { status, retryAfter: Number(headers.get('Retry-After')), tookMs: clock.monotonicNow() - beganMs };
  };
  return { clock, provider, erase };
}

test('an erasure for a viewer is done within half a second while another address requests many erasures', async () => {
  const { clock, erase } = await lab();
  const others = Promise.all(Array.from({ length: 40 }, () => erase(STRANGER)));
  await settle();
  const own = erase(VIEWER);
  await clock.advance(40 * EACH_MS + 5_000);
  const { status, tookMs } = await own;
  expect([status, tookMs <= 5 * EACH_MS]).toEqual([200, true]);
  await others;
});

test('an address that requests more than 60 erasures is refused with a retry time, and counted', async () => {
  const { clock, provider, erase } = await lab();
  const statuses: number[] = [];
  for (let index = 0; index < 62; index += 1) {
    const one = erase(STRANGER);
    await clock.advance(EACH_MS);
    const { status, retryAfter } = await one;
    statuses.push(status);
    if (status === 429) expect(retryAfter).toBeGreaterThanOrEqual(60);
  }
  expect([statuses.filter((status) => status === 200).length, ...statuses.slice(-2)]).toEqual([60, 429, 429]);
  const own = erase(VIEWER);
  await clock.advance(EACH_MS);
  expect((await own).status).toBe(200);
  expect(await provider.metrics.text()).toContain('oriel_refusals_total{limit="erasures_per_address"} 2');
});

test('erasures that do not start in time are refused and counted', async () => {
  const { clock, provider, erase } = await lab();
  const all = Promise.all(Array.from({ length: 60 }, () => erase(STRANGER)));
  await clock.advance(20_000);
  const refused = (await all).filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(5);
  expect(await provider.metrics.text()).toContain(`oriel_refusals_total{limit="overload_erasures"} ${refused.length}`);
});
