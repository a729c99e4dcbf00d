// @module-tag thorough
import { setTimeout as delay } from 'node:timers/promises';
import type { Frame } from 'playwright';
import { expect } from 'vitest';
import { freshPrefix, logEvents, test, visit, type FaultLab } from './support/fault-lab.ts';
import { POLLING } from './support/provider-view.ts';
import { POST_INTERVAL_MS } from '../../../src/page/infrastructure/logging/event-outbox.ts';
import { JOURNAL_DELAY_MS } from '../../../src/page/infrastructure/logging/pending-lines.ts';

// Ends of a page at moments that only real time can choose.

const EVENT_COUNT = 100;

/** An event after so long a pause is posted alone. */
const PAUSE_MS = 2 * POST_INTERVAL_MS;
/** Timer tolerance on a busy machine. */
const LATE_TIMER_MS = 50;

async function crash(lab: FaultLab, frame: Frame): Promise<void> {
  const cdp = await lab.context.newCDPSession(frame);
  const crashed = frame.page().waitForEvent('crash');
  void cdp.send('Page.crash').catch(() => {});
  await crashed;
}

test.for([
  { count: 1, delayMs: 0 },
  { count: EVENT_COUNT, delayMs: 0 },
  { count: EVENT_COUNT, delayMs: 50 },
] as const)(
  'a renderer that crashes $delayMs ms after $count single events loses nothing [X6]',
  async (given, { lab }) => {
    const prefix = freshPrefix('crashed');
    const { frame } = await visit(lab.context, lab.hostUrl);
    // The pause, and the time until the crash, are the subject of this test.
    await delay(PAUSE_MS);
    await logEvents(frame, prefix, given.count);
    await delay(given.delayMs);
    await crash(lab, frame);
    await visit(lab.context, lab.hostUrl);
    await lab.provider.expectEachOnce({ prefix, count: given.count });
  },
);

test('a renderer that crashes while it logs loses only the events of its last 50 ms [X6]', async ({ lab }) => {
  const prefix = freshPrefix('streamed');
  const { page, frame } = await visit(lab.context, lab.hostUrl);
  const notes: { readonly count: number; readonly atMs: number }[] = [];
  page.on('console', (message) => {
    const [, name, count, atMs] = /^(\w+) (\d+) ([\d.]+)$/.exec(message.text()) ?? [];
    if (name === prefix) notes.push({ count: Number(count), atMs: Number(atMs) });
  });
  await frame.evaluate((name) => {
    let count = 0;
    const turn = (): void => {
      window.__bench?.logEvents(1, `${name}-${count++}`);
      console.debug(`${name} ${count} ${performance.now()}`);
      setTimeout(turn, 10);
    };
    turn();
  }, prefix);
  const loggedForMs = () => (notes.at(-1)?.atMs ?? 0) - (notes[0]?.atMs ?? 0);
  await expect.poll(loggedForMs, POLLING).toBeGreaterThan(6 * POST_INTERVAL_MS);
  await crash(lab, frame);
  const crashedAtMs = notes.at(-1)?.atMs ?? 0;
  const unsafeFromMs = crashedAtMs - JOURNAL_DELAY_MS - LATE_TIMER_MS;
  const safeCount = notes.filter(({ atMs }) => atMs < unsafeFromMs).length;
  expect(safeCount).toBeGreaterThan(10);
  await visit(lab.context, lab.hostUrl);
  const arrived = async (): Promise<readonly string[]> => {
    const events = await lab.provider.events(prefix);
    return events.map(({ payload }) => /"marker":"\w+-(\d+)-0"/.exec(payload)?.[1] ?? payload);
  };
  const wanted = Array.from({ length: safeCount }, (_, index) => String(index));
  await expect.poll(arrived, POLLING).toEqual(expect.arrayContaining(wanted));
  expect(new Set(await arrived()).size).toBe((await arrived()).length);
});
