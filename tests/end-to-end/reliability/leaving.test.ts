import { expect } from 'vitest';
import { flush, freshPrefix, logEvents, test, untilStored, visit } from './support/fault-lab.ts';
import { POLLING } from './support/provider-view.ts';

/** Every way to tear down a page. Events logged before reach the provider, now or at the next visit. */
const EVENT_COUNT = 100;

test('an iframe that is removed loses nothing [X6]', async ({ lab }) => {
  const prefix = freshPrefix('removed');
  const { page, frame } = await visit(lab.context, lab.hostUrl);
  await logEvents(frame, prefix, EVENT_COUNT);
  await page.evaluate(() => document.querySelector('iframe')?.remove());
  await visit(lab.context, lab.hostUrl);
  await lab.provider.expectEachOnce({ prefix, count: EVENT_COUNT });
});

test('a tab that is closed while sending loses nothing, counts nothing twice, and sends missing events next time [X6]', async ({
  lab,
}) => {
  const prefix = freshPrefix('sending');
  const { page, frame } = await visit(lab.context, lab.hostUrl);
  await lab.provider.breakLog({ kind: 'late-answer', delayMs: 1_000 });
  await logEvents(frame, prefix, EVENT_COUNT);
  const sent = flush(frame).catch(() => {});
  await lab.provider.untilFaults(1);
  await untilStored(frame);
  await page.close();
  await sent;
  await lab.provider.heal();
  await lab.provider.expectEachOnce({ prefix, count: EVENT_COUNT });
  const repeatsBefore = await lab.provider.repeatCount();
  const next = await visit(lab.context, lab.hostUrl);
  await expect.poll(() => lab.provider.questionCount(), POLLING).toBeGreaterThan(0);
  await flush(next.frame);
  await lab.provider.expectEachOnce({ prefix, count: EVENT_COUNT });
  // A question covers what is worth one; a handful of later events may travel twice.
  expect((await lab.provider.repeatCount()) - repeatsBefore).toBeLessThan(EVENT_COUNT / 10);
});
