import { expect } from 'vitest';
import { flush, freshPrefix, logEvents, test as base, visit } from './support/fault-lab.ts';
import { POLLING } from './support/provider-view.ts';
import { startLine } from './support/socks-line.ts';

const EVENT_COUNT = 100;
const test = base
  .extend('line', { scope: 'file' }, async ({}, { onCleanup }) => {
    const line = await startLine();
    onCleanup(() => line.stop());
    return line;
  })
  .extend('contextOptions', ({ line }) => {
    line.mend();
    return { proxy: line.proxy };
  });

test(
  'logged offline, the tab closed, online again at the next visit: nothing is lost [X6]',
  { tags: ['thorough'] },
  async ({ lab, line }) => {
    const prefix = freshPrefix('offline');
    const { page, frame } = await visit(lab.context, lab.hostUrl);
    await flush(frame);
    line.cut();
    await lab.context.setOffline(true);
    await frame.waitForFunction(() => !navigator.onLine);
    await logEvents(frame, prefix, EVENT_COUNT);
    await flush(frame);
    await page.close();
    line.mend();
    await lab.context.setOffline(false);
    expect(await lab.provider.markers(prefix)).toEqual([]);
    await visit(lab.context, lab.hostUrl);
    await lab.provider.expectEachOnce({ prefix, count: EVENT_COUNT });
  },
);

test('an error of a page that is offline, the tab closed, is reported at the next visit, once [E4]', async ({
  lab,
  line,
}) => {
  const { page, frame } = await visit(lab.context, lab.hostUrl);
  await flush(frame);
  line.cut();
  await lab.context.setOffline(true);
  await frame.waitForFunction(() => !navigator.onLine);
  await frame.evaluate(() => {
    setTimeout(() => {
      throw new Error('thrown offline');
    });
  });
  // Kept in the database that the next visit opens.
  const isKept = (): Promise<boolean> =>
    frame.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name = '' }) => name);
      const name = names.find((one) => one.startsWith('oriel-logs.')) ?? '';
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(opening.error));
      });
      const rows = await new Promise<readonly { readonly url: string }[]>((resolve) => {
        const reading = database.transaction('LogsRequestsStore').objectStore('LogsRequestsStore').getAll();
        reading.addEventListener('success', () => resolve(reading.result));
      });
      database.close();
      return rows.some(({ url }) => url.includes('error_204'));
    });
  await expect.poll(isKept, POLLING).toBe(true);
  await page.close();
  line.mend();
  await lab.context.setOffline(false);
  const reports = async () =>
    (await lab.provider.errorReports()).filter(({ message }) => message.includes('thrown offline'));
  expect(await reports()).toEqual([]);
  await visit(lab.context, lab.hostUrl);
  await expect.poll(reports, POLLING).toHaveLength(1);
});

test('offline and online again in an open page: everything is sent without a new visit [X6]', async ({ lab, line }) => {
  const prefix = freshPrefix('interrupted');
  const { frame } = await visit(lab.context, lab.hostUrl);
  await flush(frame);
  line.cut();
  await lab.context.setOffline(true);
  await frame.waitForFunction(() => !navigator.onLine);
  await logEvents(frame, prefix, EVENT_COUNT);
  await flush(frame);
  line.mend();
  await lab.context.setOffline(false);
  await lab.provider.expectEachOnce({ prefix, count: EVENT_COUNT });
});
