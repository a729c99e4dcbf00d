import { expect, test, vi } from 'vitest';
import { renewPage, takePlace, type RenewableWindow } from '../../../../src/page/boot/renew-page.ts';

const OLD = '/assets/page-old.js';
const pageOf = (main: string): string => `<meta id="oriel-main" content="${main}">`;

/** A window whose server responds with a page, or fails. */
function fakeWindow(served: string | Error, state: unknown = null) {
  const seen = { reloads: 0, requests: 0 };
  const history = {
    state,
    replaceState(next: unknown): void {
      history.state = structuredClone(next);
    },
  };
  const timers: (() => void)[] = [];
  const window: RenewableWindow = {
    setTimeout: (task) => timers.push(task),
    location: { href: 'http://localhost/embed/orieldemo01', reload: () => (seen.reloads += 1) },
    history,
    fetch() {
      seen.requests += 1;
      return served instanceof Error
        ? Promise.reject(served)
        : Promise.resolve({ text: () => Promise.resolve(served) });
    },
  };
  return { window, seen, timers };
}

test('a page of another build than the server’s reloads, and the new page gets its position once', async () => {
  const { window, seen } = fakeWindow(pageOf('/assets/page-new.js'));
  await renewPage(window, OLD, () => ({ seconds: 12 }));
  expect(seen.reloads).toBe(1);
  expect(takePlace(window)).toEqual({ seconds: 12 });
  expect(takePlace(window)).toBe(null);
});

test('the page reloads once its failure report has been sent, or after a timeout', async () => {
  const { window, seen, timers } = fakeWindow(pageOf('/assets/page-new.js'));
  let say: (value: unknown) => void = () => undefined;
  const said = new Promise((resolve) => (say = resolve));
  const renewed = renewPage(
    window,
    OLD,
    () => null,
    () => said,
  );
  await vi.waitFor(() => expect(timers).toHaveLength(1));
  expect(seen.reloads).toBe(0);
  say(undefined);
  await renewed;
  expect(seen.reloads).toBe(1);
  const stuck = fakeWindow(pageOf('/assets/page-new.js'));
  const late = renewPage(
    stuck.window,
    OLD,
    () => null,
    () => new Promise(() => undefined),
  );
  await vi.waitFor(() => expect(stuck.timers).toHaveLength(1));
  stuck.timers[0]?.();
  await late;
  expect(stuck.seen.reloads).toBe(1);
});

test('a page reloads only once', async () => {
  const { window, seen } = fakeWindow(pageOf('/assets/page-new.js'));
  const renew = (): Promise<void> => renewPage(window, OLD, () => null);
  await Promise.all([renew(), renew()]);
  takePlace(window);
  await renew();
  expect(seen.reloads).toBe(1);
  expect(seen.requests).toBe(2);
});

test.each([
  ['the same build', pageOf(OLD)],
  ['no player under this address', '<h1>This page is not there</h1>'],
])('a page whose server has %s is not reloaded', async (_, served) => {
  const { window, seen } = fakeWindow(served);
  await renewPage(window, OLD, () => null);
  expect(seen.reloads).toBe(0);
  expect(window.history.state).toBe(null);
});

test('a part that fails to load again reloads a page of the same build once, since the browser may cache the failure', async () => {
  const { window, seen } = fakeWindow(pageOf(OLD));
  const renew = (): Promise<void> =>
    renewPage(
      window,
      OLD,
      () => ({ seconds: 12 }),
      () => undefined,
      true,
    );
  await renew();
  await renew();
  expect(seen.reloads).toBe(1);
  expect(takePlace(window)).toEqual({ seconds: 12 });
});

test('a page that has not reloaded has no earlier position', () => {
  expect(takePlace(fakeWindow('').window)).toBe(null);
});
