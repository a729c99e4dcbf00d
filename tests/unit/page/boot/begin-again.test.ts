import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { beginAgainLater } from '../../../../src/page/boot/begin-again.ts';

const ADDRESS = 'http://localhost/embed/orieldemo01?hl=de';

/** A page whose module did not load, and a server that sends one entry of `replies` for each request. */
function openPage(replies: (boolean | Error)[], wantsToPlay = false) {
  const root = new EventTarget();
  const addresses: string[] = [];
  const requests: unknown[][] = [];
  const clock = createFakeClock();
  const window = Object.assign(new EventTarget(), {
    location: { href: ADDRESS, replace: (address: string | URL) => void addresses.push(String(address)) },
    setTimeout: (task: () => void, delayMs: number) => clock.after(delayMs, task),
    fetch(...request: unknown[]) {
      requests.push(request);
      const reply = replies[requests.length - 1] ?? false;
      return reply instanceof Error ? Promise.reject(reply) : Promise.resolve({ ok: reply });
    },
  });
  const arrival = new AbortController();
  beginAgainLater({ window, root, wantsToPlay: () => wantsToPlay, signal: arrival.signal });
  return { root, window, clock, addresses, requests, arrival };
}

test('the server of a page whose module did not load is requested again, at growing intervals', async () => {
  const { clock, addresses, requests } = openPage([false, new TypeError('reset'), false, true]);
  expect(requests).toEqual([]);
  for (const [delayMs, count] of [
    [3_000, 1],
    [6_000, 2],
    [12_000, 3],
    [24_000, 4],
  ] as const) {
    await clock.advance(delayMs - 1);
    expect(requests).toHaveLength(count - 1);
    await clock.advance(1);
    expect(requests).toHaveLength(count);
  }
  expect(addresses).toEqual([ADDRESS]);
});

test('a page whose module did not load reloads from the server, not from a cache, when the network is back', async () => {
  const { window, addresses, requests } = openPage([true]);
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(addresses).toEqual([ADDRESS]));
  expect(requests).toEqual([[ADDRESS, { cache: 'no-cache' }]]);
});

test('a video that the viewer has pressed to play plays after the reload', async () => {
  const { window, addresses } = openPage([true], true);
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(addresses).toEqual([`${ADDRESS}&autoplay=1`]));
});

test('each press requests the server, and the page reloads only once the server responds', async () => {
  const { root, addresses, requests } = openPage([new TypeError('offline'), false, true]);
  for (const count of [1, 2, 3]) {
    expect(addresses).toEqual([]);
    root.dispatchEvent(new Event('click'));
    await vi.waitFor(() => expect(requests).toHaveLength(count));
  }
  await vi.waitFor(() => expect(addresses).toHaveLength(1));
});

test('a page whose module has loaded late neither requests the server nor reloads', async () => {
  const { root, window, clock, requests, arrival } = openPage([true]);
  arrival.abort();
  await clock.advance(60_000);
  root.dispatchEvent(new Event('click'));
  window.dispatchEvent(new Event('online'));
  expect(requests).toEqual([]);
});
