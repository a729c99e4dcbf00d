import { expect } from 'vitest';
import { beginFlush, flush, freshPrefix, logEvents, test, untilStored, visit } from './support/fault-lab.ts';
import { POLLING } from './support/provider-view.ts';

/** Faults of the provider, or of the connection during its response. */
const EVENT_COUNT = 60;

test('a provider that fails for longer than the retry gets everything at the next visit [S5, S6, X6]', async ({
  lab,
}) => {
  const prefix = freshPrefix('storm');
  const { page, frame } = await visit(lab.context, lab.hostUrl);
  await flush(frame);
  await lab.provider.breakLog({ kind: 'status', status: 503 });
  // Not any second request: samples of the worker are in another one.
  const retried = page.waitForEvent('request', (request) => new URL(request.url()).searchParams.get('retry') === '1');
  await logEvents(frame, prefix, EVENT_COUNT);
  const firstTryMs = performance.now();
  beginFlush(frame);
  await retried;
  expect(performance.now() - firstTryMs).toBeGreaterThan(4_500);
  await page.close();
  await lab.provider.heal();
  expect(await lab.provider.markers(prefix)).toEqual([]);
  await visit(lab.context, lab.hostUrl);
  await lab.provider.expectEachOnce({ prefix, count: EVENT_COUNT });
});

test('a lost response: the repeat has the same ids and is not stored [L6, X6]', async ({ lab }) => {
  const prefix = freshPrefix('lostanswer');
  const { frame } = await visit(lab.context, lab.hostUrl);
  await flush(frame);
  const repeatsBefore = await lab.provider.repeatCount();
  await lab.provider.breakLog({ kind: 'lost-answer' });
  await logEvents(frame, prefix, EVENT_COUNT);
  beginFlush(frame);
  await lab.provider.untilFaults(1);
  await lab.provider.heal();
  await expect.poll(() => lab.provider.repeatCount(), POLLING).toBeGreaterThanOrEqual(repeatsBefore + EVENT_COUNT);
  await lab.provider.expectEachOnce({ prefix, count: EVENT_COUNT });
});

test('a request without a response when the tab was closed is repeated at the next visit, at once, as a retry [S5, S10, C7]', async ({
  lab,
}) => {
  const prefix = freshPrefix('hanging');
  const { page, frame } = await visit(lab.context, lab.hostUrl);
  await flush(frame);
  await lab.provider.breakLog({ kind: 'hang' });
  await logEvents(frame, prefix, EVENT_COUNT);
  beginFlush(frame);
  await lab.provider.untilFaults(1);
  // Else the page's beacon delivers them, and there is nothing to repeat.
  await untilStored(frame);
  await lab.provider.heal();
  await page.close();
  const repeated = lab.context.waitForEvent('request', (request) => new URL(request.url()).searchParams.has('retry'));
  await visit(lab.context, lab.hostUrl);
  await lab.provider.expectEachOnce({ prefix, count: EVENT_COUNT });
  // It may have arrived, so the request says that this is the second time.
  expect(new URL((await repeated).url()).searchParams.get('retry')).toBe('1');
});

test.for([400, 415] as const)(
  'a request with the status %i is dropped, once, and reported [S7]',
  async (status, { lab }) => {
    const prefix = freshPrefix('refused');
    const { page, frame } = await visit(lab.context, lab.hostUrl);
    await flush(frame);
    const { errorReports } = await lab.provider.summary();
    const dropsBefore = await lab.provider.clientDrops('rejected');
    await lab.provider.breakLog({ kind: 'status', status });
    const retries: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).searchParams.has('retry')) retries.push(request.url());
    });
    await logEvents(frame, prefix, EVENT_COUNT);
    await flush(frame);
    // Samples of the worker are in a separate request.
    await lab.provider.untilFaults(1);
    await expect.poll(async () => (await lab.provider.summary()).errorReports, POLLING).toBe(errorReports + 1);
    const [report] = await lab.provider.errorReports();
    expect(report).toMatchObject({ message: expect.stringContaining(`status=${status}`), level: 'warning' });
    await lab.provider.heal();

    // The next request of the page reports what was dropped; the next visit finds nothing to repeat.
    const sentinel = freshPrefix('sentinel');
    await logEvents(frame, sentinel, EVENT_COUNT);
    await flush(frame);
    await lab.provider.expectEachOnce({ prefix: sentinel, count: EVENT_COUNT });
    // Some of the page's own events may have been in the same request; none may be counted a second time.
    const drops = await lab.provider.clientDrops('rejected');
    expect(drops - dropsBefore).toBeGreaterThanOrEqual(EVENT_COUNT);
    expect(drops - dropsBefore).toBeLessThan(2 * EVENT_COUNT);
    await page.close();
    const next = await visit(lab.context, lab.hostUrl);
    await flush(next.frame);
    expect(await lab.provider.markers(prefix)).toEqual([]);
    expect(await lab.provider.clientDrops('rejected')).toBe(drops);
    expect(retries).toEqual([]);
  },
);
