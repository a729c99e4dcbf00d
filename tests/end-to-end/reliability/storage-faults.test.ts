import type { Frame } from 'playwright';
import { expect } from 'vitest';
import { beginFlush, flush, freshPrefix, logEvents, test, visit, type FaultLab } from './support/fault-lab.ts';
import { POLLING } from './support/provider-view.ts';
import { launchBrowserWithoutStorage } from './support/real-browser.ts';
import { LOG_DATABASE_VERSION, POTENTIAL_FAULTS_MAX } from '../../../protocol/constants.ts';
import { infrastructureWorkers } from '../support/infrastructure-workers.ts';

/** IndexedDB that is refused, full, deleted or upgraded while the page is open. */
const EVENT_COUNT = 60;

const testWithoutStorage = test
  .extend('browserWithoutStorage', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowserWithoutStorage();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('labBrowser', ({ browserWithoutStorage }) => browserWithoutStorage);

const reportedMessages = async (lab: FaultLab): Promise<string[]> =>
  (await lab.provider.errorReports()).map(({ message }) => message);

const databaseName = (frame: Frame): Promise<string> =>
  frame.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    return names.find((name) => name.startsWith('oriel-logs')) ?? '';
  });

/** Number of events in the log database, by themselves or in requests. */
const storedEvents = (frame: Frame, name: string): Promise<number> =>
  frame.evaluate(
    (databaseName) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(databaseName);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const stores = [...database.objectStoreNames];
          if (stores.length === 0) return resolve(0);
          const transaction = database.transaction(stores);
          const readings = stores.map((store) => transaction.objectStore(store).getAll());
          transaction.oncomplete = () => {
            database.close();
            const rows = readings.flatMap(({ result }) => result as { eventIds?: string[] }[]);
            resolve(rows.reduce((sum, { eventIds }) => sum + (eventIds?.length ?? 1), 0));
          };
        };
      }),
    name,
  );

/** Takes the provider down first. Returns the name of the database that holds the events. */
async function storeEvents(lab: FaultLab, frame: Frame, prefix: string, later: string): Promise<string> {
  await lab.provider.breakLog({ kind: 'status', status: 503 });
  await logEvents(frame, prefix, EVENT_COUNT);
  beginFlush(frame);
  await lab.provider.untilFaults(1);
  await logEvents(frame, later, EVENT_COUNT);
  const name = await databaseName(frame);
  await expect.poll(() => storedEvents(frame, name), POLLING).toBeGreaterThanOrEqual(2 * EVENT_COUNT);
  return name;
}

test(
  'a database that another tab opens at a newer version: logging continues without it [S3, X6]',
  { tags: ['thorough'] },
  async ({ lab }) => {
    const requested = freshPrefix('upgraded');
    const queued = freshPrefix('upgradedqueued');
    const after = freshPrefix('afterupgrade');
    const { frame } = await visit(lab.context, lab.hostUrl);
    await flush(frame);
    // Opened before the fault: a request whose retry fails is parked on disk for a minute or so, unreachable then.
    const other = await visit(lab.context, lab.hostUrl);
    const name = await storeEvents(lab, frame, requested, queued);
    await other.frame.evaluate(
      ([databaseName, version]) =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open(databaseName, version);
          opening.onsuccess = () => resolve();
          opening.onerror = () => reject(opening.error);
        }),
      [name, LOG_DATABASE_VERSION + 1] as const,
    );
    await logEvents(frame, after, EVENT_COUNT);
    await lab.provider.heal();
    await flush(frame);
    await lab.provider.expectEachOnce(
      { prefix: requested, count: EVENT_COUNT },
      { prefix: queued, count: EVENT_COUNT },
      { prefix: after, count: EVENT_COUNT },
    );
    await expect
      .poll(() => reportedMessages(lab), POLLING)
      .toContain('The binary is incompatible with the database version');
  },
);

testWithoutStorage(
  'storage that the browser refuses to frames of other sites: the last events are sent by beacon [X6]',
  async ({ lab }) => {
    const sent = freshPrefix('refused');
    const removed = freshPrefix('refusedremoved');
    const { page, frame } = await visit(lab.context, lab.hostUrl);
    const access = await frame.evaluate(() => {
      try {
        return typeof localStorage;
      } catch (error) {
        return String(error);
      }
    });
    expect(access).toContain('SecurityError');
    await logEvents(frame, sent, EVENT_COUNT);
    await flush(frame);
    await logEvents(frame, removed, EVENT_COUNT);
    await page.evaluate(() => document.querySelector('iframe')?.remove());
    await lab.provider.expectEachOnce({ prefix: sent, count: EVENT_COUNT }, { prefix: removed, count: EVENT_COUNT });
  },
);

testWithoutStorage(
  'storage that is refused: a hundred final events of a page fit into the beacon limit [X6]',
  async ({ lab }) => {
    const prefix = freshPrefix('lastwords');
    const { page, frame } = await visit(lab.context, lab.hostUrl);
    await frame.evaluate(
      (name) =>
        addEventListener('pagehide', () => {
          for (let index = 0; index < 100; index += 1) window.__bench?.logEvents(1, `${name}-${index}`);
        }),
      prefix,
    );
    await page.evaluate(() => document.querySelector('iframe')?.remove());
    await expect
      .poll(async () => new Set((await lab.provider.events(prefix)).map(({ payload }) => payload)).size, POLLING)
      .toBe(100);
  },
);

testWithoutStorage(
  'storage that is refused: the privacy panel still says what is kept, and takes a choice',
  async ({ lab }) => {
    const { frame } = await visit(lab.context, lab.hostUrl);
    await frame.locator('#big-play').click();
    await frame.locator('.settings-button').press('Enter');
    await frame.locator('[data-row="moreSettings"]').press('Enter');
    await frame.locator('[data-row="privacy"]').press('Enter');
    const panel = frame.getByRole('dialog', { name: 'Privacy' });
    await panel.getByRole('radiogroup').waitFor();
    expect(await panel.getByText('Nothing is stored.').count()).toBe(1);
    expect(await panel.getByRole('radio').count()).toBe(4);
  },
);

const journalKeys = (frame: Frame): Promise<string[]> =>
  frame.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oriel.journal.')));

test('after ten faults of the disk the page writes neither to it nor to its journal, and sends from memory [S12]', async ({
  lab,
}) => {
  const { page, frame } = await visit(lab.context, lab.hostUrl);
  await flush(frame);
  const [worker] = infrastructureWorkers(page);
  await worker?.evaluate(() => {
    Object.assign(self, { writes: 0 });
    IDBObjectStore.prototype.put = () => {
      (self as unknown as { writes: number }).writes += 1;
      throw new DOMException('refused', 'SecurityError');
    };
  });
  const writes = () => worker?.evaluate(() => (self as unknown as { writes: number }).writes);
  for (let fault = 0; fault < POTENTIAL_FAULTS_MAX; fault += 1) {
    await logEvents(frame, freshPrefix('faulty'), 1);
    await flush(frame);
  }
  // Main hears of it in a separate message; what it had written until then goes with its acknowledgement.
  await expect.poll(() => journalKeys(frame), POLLING).toEqual([]);
  const soFar = await writes();
  const prefix = freshPrefix('afterfaults');
  await lab.provider.breakLog({ kind: 'hang' });
  await logEvents(frame, prefix, EVENT_COUNT);
  void flush(frame).catch(() => {});
  // On their way, so they have left main, and no response means that they are not safe yet.
  await lab.provider.untilFaults(1);
  expect(await journalKeys(frame)).toEqual([]);
  expect(soFar).toBeGreaterThanOrEqual(POTENTIAL_FAULTS_MAX);
  expect(await writes()).toBe(soFar);
});
