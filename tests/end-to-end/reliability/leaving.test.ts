import { test } from 'vitest';
import { flush, freshPrefix, logEvents, useFaultLab, visit } from './support/fault-lab.ts';

/** Everything a page can be torn down by. What was logged before reaches the provider, now or at the next visit. */
const EVENT_COUNT = 100;

const lab = useFaultLab();

test('an iframe that is removed loses nothing [X6]', async () => {
  const prefix = freshPrefix('removed');
  const { page, frame } = await visit(lab.context, lab.hostUrl);
  await logEvents(frame, prefix, EVENT_COUNT);
  await page.evaluate(() => document.querySelector('iframe')?.remove());
  await visit(lab.context, lab.hostUrl);
  await lab.provider.expectEachOnce({ prefix, count: EVENT_COUNT });
});

test('what is logged while the page goes away is not lost either [X6]', async () => {
  const prefix = freshPrefix('lastword');
  const { page, frame } = await visit(lab.context, lab.hostUrl);
  await frame.evaluate(([name, count]) => addEventListener('pagehide', () => window.__bench?.logEvents(count, name)), [
    prefix,
    EVENT_COUNT,
  ] as const);
  await page.evaluate(() => document.querySelector('iframe')?.remove());
  await visit(lab.context, lab.hostUrl);
  await lab.provider.expectEachOnce({ prefix, count: EVENT_COUNT });
});

test('a top page that is navigated loses nothing [X6]', async () => {
  const prefix = freshPrefix('navigated');
  const { page, frame } = await visit(lab.context, lab.hostUrl);
  await logEvents(frame, prefix, EVENT_COUNT);
  await page.goto(lab.elsewhereUrl);
  await visit(lab.context, lab.hostUrl);
  await lab.provider.expectEachOnce({ prefix, count: EVENT_COUNT });
});

test('tabs that are closed at a random moment lose nothing [X6]', async () => {
  const tabs = Array.from({ length: 6 }, () => ({ prefix: freshPrefix('closed'), openMs: Math.random() * 600 }));
  for (const { prefix, openMs } of tabs) {
    const { page, frame } = await visit(lab.context, lab.hostUrl);
    await logEvents(frame, prefix, EVENT_COUNT);
    await page.waitForTimeout(openMs);
    await page.close();
  }
  await visit(lab.context, lab.hostUrl);
  await lab.provider.expectEachOnce(...tabs.map(({ prefix }) => ({ prefix, count: EVENT_COUNT })));
});

test('a tab that is closed in the middle of sending loses nothing and nothing counts twice [X6]', async () => {
  const prefix = freshPrefix('sending');
  const { page, frame } = await visit(lab.context, lab.hostUrl);
  await lab.provider.breakLog({ kind: 'late-answer', delayMs: 1_000 });
  await logEvents(frame, prefix, EVENT_COUNT);
  const sent = flush(frame).catch(() => {});
  await lab.provider.untilFaults(1);
  await page.close();
  await sent;
  await lab.provider.heal();
  await visit(lab.context, lab.hostUrl);
  await lab.provider.expectEachOnce({ prefix, count: EVENT_COUNT });
});

test.each([0, 10, 50])('a renderer that crashes %i ms after the call loses nothing [X6]', async (delayMs) => {
  const prefix = freshPrefix('crashed');
  const { page, frame } = await visit(lab.context, lab.hostUrl);
  const cdp = await lab.context.newCDPSession(frame);
  await logEvents(frame, prefix, EVENT_COUNT);
  await page.waitForTimeout(delayMs);
  const crashed = page.waitForEvent('crash');
  void cdp.send('Page.crash').catch(() => {});
  await crashed;
  await visit(lab.context, lab.hostUrl);
  await lab.provider.expectEachOnce({ prefix, count: EVENT_COUNT });
});
