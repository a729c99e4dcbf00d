import { describe, expect } from 'vitest';
import { waitForState } from '../support/player-page.ts';
import { WIDE } from '../support/contexts.ts';
import { SCHOOL, PRIVATE, test as base } from './support/served-lab.ts';
import type { ServedPage } from './support/served-page.ts';

/**
 * Identity of the viewer in a page that the provider has served: the ids that the page requests, and when it requests none.
 */

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const PHANTOM =
  'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1';

const test = base.extend('served', { scope: 'file' }, ({ lab }) =>
  lab.open({ query: 'consent=functional&mute=1', viewport: WIDE }),
);

const asked = ({ proxy }: ServedPage) =>
  proxy.to('/pagead/id').filter(({ headers }) => headers['host']?.startsWith('127.'));
const reportsOf = (served: ServedPage) => served.reports().map(([, message]) => message);
const subscribeButton = ({ page }: ServedPage) => page.getByRole('button', { name: /^Subscribed?: Oriel$/ });

/** Starts the video and pauses it, so that its controls stay visible. */
async function openControls({ page }: ServedPage): Promise<void> {
  await page.locator('#big-play').click();
  await waitForState(page, 'playing');
  await page.keyboard.press('k');
  await waitForState(page, 'paused');
}

/** Presses the subscribe button and returns the context of its call. */
async function contextOfCall(served: ServedPage): Promise<unknown> {
  const calls = () => [...served.proxy.to('/subscription/subscribe'), ...served.proxy.to('/subscription/unsubscribe')];
  const before = new Set(calls());
  const name = await subscribeButton(served).getAttribute('aria-label');
  await subscribeButton(served).press('Enter');
  await expect.poll(() => calls().length).toBe(before.size + 1);
  await expect.poll(() => subscribeButton(served).getAttribute('aria-label')).not.toBe(name);
  const call = calls().find((one) => !before.has(one));
  return (JSON.parse(call?.body ?? '{}') as { context?: unknown }).context;
}

describe('a page', () => {
  test('a page requests the visitor id only with consent, every half hour, retries a failure at most twice, two minutes apart, and sends the id with its calls [B3, B4, N13, N22, E1, P11, X4, X5]', async ({
    served,
  }) => {
    const { page, proxy } = served;
    await served.send('before', 5);
    await openControls(served);
    proxy.reply('/pagead/id', { body: { id: 'visitor of ads' } });
    expect(await contextOfCall(served)).toMatchObject({
      user: { lockedSafetyMode: true, enableSafetyMode: true },
      adSignalsInfo: { params: expect.not.arrayContaining([expect.objectContaining({ key: 'bid' })]) as unknown },
    });
    expect(asked(served)).toEqual([]);

    await page.getByRole('button', { name: 'Settings', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'More settings' }).press('Enter');
    await page.getByRole('button', { name: 'Privacy' }).press('Enter');
    await page.getByRole('radio', { name: 'Also statistics and ads' }).press('Enter');
    await expect.poll(() => asked(served).map(({ method }) => method)).toEqual(['GET']);
    await page.keyboard.press('Escape');
    const bidOf = async (): Promise<unknown> => {
      const { adSignalsInfo } = (await contextOfCall(served)) as {
        adSignalsInfo: { params: { key: string; value: string }[] };
      };
      return adSignalsInfo.params.find(({ key }) => key === 'bid')?.value;
    };
    await expect.poll(bidOf).toBe('visitor of ads');

    proxy.reply('/pagead/id', { body: {} });
    await served.advance(1_790_000);
    expect(asked(served)).toHaveLength(1);
    await served.advance(10_000);
    await expect.poll(() => reportsOf(served)).toContain('Biscotti ID is missing from server');
    expect(asked(served)).toHaveLength(2);
    proxy.reply('/pagead/id', 'hang');
    await served.advance(120_000);
    await expect.poll(() => asked(served)).toHaveLength(3);
    await served.advance(5_000);
    await expect.poll(() => reportsOf(served)).toContain('Request timed out');
    proxy.reply('/pagead/id', { status: 500 });
    await served.advance(120_000);
    await expect.poll(() => reportsOf(served)).toContain('Request failed, status=500');
    expect(asked(served)).toHaveLength(4);
    // No third retry: the next request follows after half an hour.
    proxy.reply('/pagead/id', { body: { id: 'another' } });
    await served.advance(130_000);
    expect(await bidOf()).toBe('visitor of ads');
    expect(asked(served)).toHaveLength(4);
    await served.advance(1_670_000);
    await expect.poll(bidOf).toBe('another');

    proxy.reply('/pagead/id', 'reset');
    await served.advance(1_800_000);
    await expect.poll(() => reportsOf(served)).toContain('Unknown request error');
    const failedMs = await served.advance(0);
    // The browser itself may have repeated the request.
    const soFar = asked(served).length;
    proxy.reply('/pagead/id', { body: { id: 'another' } });
    await served.settle();
    // While a navigation is pending, deferred work, such as the retry that is due, waits for 5 s at most.
    await served.advanceTo(failedMs + 117_500);
    proxy.reply('/elsewhere', 'hang');
    await page.evaluate(() => {
      // Disables longer timers, so that the page does not treat the navigation as cancelled after 5 s of real time.
      const { setTimeout: later } = window;
      Object.assign(window, {
        setTimeout: (task: () => void, delayMs = 0) => (delayMs < 5_000 ? later(task, delayMs) : 0),
      });
      later(() => location.assign('/elsewhere'));
    });
    // Shows that the worker has been notified; the page is unusable, because Playwright waits for the navigation.
    await expect.poll(() => proxy.to('/elsewhere')).toHaveLength(1);
    await served.advanceTo(failedMs + 121_000);
    await served.advance(0);
    expect(asked(served)).toHaveLength(soFar);
    await served.advanceTo(failedMs + 124_000);
    await expect.poll(() => asked(served)).toHaveLength(soFar + 1);
  });

  test.for([
    ['of a school [P9, B6, E6]', SCHOOL, GOOGLEBOT],
    ['that is private [P10, B5, E6]', PRIVATE, PHANTOM],
  ] as const)(
    'no visitor id is requested, despite consent=measured, and no error of a robot is reported by a page %s',
    async ([, host, userAgent], { lab }) => {
      const served = await lab.open({ host, userAgent });
      await served.page.evaluate(() => {
        setTimeout(() => {
          throw new Error('of a robot');
        });
      });
      await served.send('deferred', 5);
      await served.advance(1_800_000);
      await served.send('later', 5);
      for (const path of ['/pagead/id', '/error_204'])
        expect(lab.proxy.to(path).filter(({ headers }) => headers['host']?.startsWith(host))).toEqual([]);
    },
  );
});
