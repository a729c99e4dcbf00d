// @module-tag thorough
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { Client } from 'pg';
import { describe, expect } from 'vitest';
import { Cluster, missingPrograms } from '../../support/cluster/cluster.ts';
import type { TestProcess } from '../../support/cluster/programs.ts';
import { EventSender } from '../../support/cluster/sender.ts';
import { test as base } from '../support/test.ts';

const missing = missingPrograms();
const SENDERS = 3;
const PAGES = 2;
/** Timeout for a machine that is busy: a killed consumer's share is delivered again after ten seconds. */
const ARRIVED = { timeout: 90_000 };
const TEST_TIMEOUT_MS = 300_000;
/** Number of events that have to be acknowledged while a part is down, before it is started again. */
const EVENTS_MEANWHILE = 300;

const test = base.extend('cluster', { scope: 'file' }, async ({}, { onCleanup }) => {
  const { cluster, stop } = await Cluster.start();
  onCleanup(stop);
  return cluster;
});

/** Ids of all events that a page sends, as they are on the wire. */
function watchEvents(page: Page): ReadonlySet<string> {
  const ids = new Set<string>();
  page.on('request', (request) => {
    if (!/\/(?:log_event|video_stats)\b/.test(request.url())) return;
    const bytes = request.postDataBuffer() ?? Buffer.alloc(0);
    const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString();
    for (const [, id = ''] of text.matchAll(/"clientEventId":"([^"]+)"/g)) ids.add(id);
  });
  return ids;
}

describe.skipIf(missing.length > 0)(`a cluster${missing.length > 0 ? ` (needs ${missing.join(', ')})` : ''}`, () => {
  test(
    'a cluster loses no event and counts none twice while each of its parts is killed in turn',
    async ({ cluster, product }) => {
      const database = (): Client => new Client({ connectionString: cluster.databaseUrl });
      const read = async (sql: string, values: unknown[] = []): Promise<Record<string, string>[]> => {
        const client = database();
        await client.connect();
        try {
          return (await client.query<Record<string, string>>(sql, values)).rows;
        } finally {
          await client.end();
        }
      };

      const pages = await Promise.all(Array.from({ length: PAGES }, () => product.openPage()));
      const sentByPages = pages.map(({ page }) => watchEvents(page));
      for (const { page } of pages)
        await page.goto(`http://localhost:${cluster.port}/embed/orieldemo01?autoplay=1&mute=1`);
      const senders = Array.from({ length: SENDERS }, () => new EventSender(cluster.port));
      for (const sender of senders) sender.start();
      const acknowledged = (): number => senders.reduce((sum, sender) => sum + sender.acknowledged, 0);
      const moreThan = (count: number): Promise<void> => expect.poll(acknowledged, ARRIVED).toBeGreaterThan(count);

      const victims: readonly [name: string, signal: NodeJS.Signals, find: () => Promise<TestProcess>][] = [
        ['the leader of the stream', 'SIGKILL', () => cluster.leader()],
        ['a provider', 'SIGKILL', async () => cluster.providers[0] as TestProcess],
        ['the consumer', 'SIGKILL', async () => cluster.consumer],
        ['PostgreSQL', 'SIGQUIT', async () => cluster.postgres.process],
      ];
      await moreThan(EVENTS_MEANWHILE);
      for (const [name, signal, find] of victims) {
        const victim = await find();
        await victim.kill(signal);
        // Viewers continue, and their pages have something to send.
        await Promise.all(pages.map(({ page }) => page.keyboard.press('k')));
        const whenKilled = acknowledged();
        await moreThan(whenKilled + EVENTS_MEANWHILE);
        const whenStarted = acknowledged();
        await victim.start();
        await moreThan(acknowledged() + EVENTS_MEANWHILE);
        console.log(
          `${name}, ended by ${signal}: ${whenStarted - whenKilled} events acknowledged without it, ${acknowledged() - whenStarted} since`,
        );
      }
      await Promise.all(senders.map((sender) => sender.stop()));

      // Every acknowledged event, and every event that a page has sent, is stored.
      const stored = async (ids: ReadonlySet<string>): Promise<number> => {
        const sql = 'SELECT count(*) AS count FROM events WHERE client_event_id = ANY($1)';
        return Number((await read(sql, [[...ids]]))[0]?.['count']);
      };
      const bySession = 'SELECT count(*) AS count, max(event_index) AS last FROM events WHERE session_id = $1';
      for (const { session, acknowledged: count } of senders)
        await expect
          .poll(() => read(bySession, [session]), ARRIVED)
          .toEqual([{ count: String(count), last: String(count - 1) }]);
      for (const ids of sentByPages) {
        await expect.poll(() => ids.size, ARRIVED).toBeGreaterThan(victims.length);
        await expect.poll(async () => ids.size - (await stored(ids)), ARRIVED).toBe(0);
      }

      // No event counts twice, neither as a row nor in any total.
      await Promise.all(pages.map(({ page }) => page.close()));
      const totals = `SELECT (SELECT count(*) FROM events) - (SELECT count(DISTINCT client_event_id) FROM events) AS twice,
      (SELECT count(*) FROM events) - (SELECT sum(count) FROM event_totals) AS by_name,
      (SELECT count(*) FROM events) - (SELECT sum(events) FROM sessions) AS by_session,
      (SELECT count(*) FROM events) - (SELECT sum(accepted) FROM log_totals) AS by_endpoint`;
      expect(await read(totals)).toEqual([{ twice: '0', by_name: '0', by_session: '0', by_endpoint: '0' }]);
      // The senders had events acknowledged during each of the four outages and after it.
      expect(acknowledged()).toBeGreaterThan(8 * EVENTS_MEANWHILE);
    },
    TEST_TIMEOUT_MS,
  );
});
