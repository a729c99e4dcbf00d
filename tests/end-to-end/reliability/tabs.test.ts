import { expect } from 'vitest';
import { beginFlush, flush, freshPrefix, logEvents, test, visit, type FaultLab } from './support/fault-lab.ts';

const EVENT_COUNT = 200;

const openThree = async (lab: FaultLab) => {
  const tabs = [];
  for (const name of ['first', 'second', 'third']) {
    tabs.push({ ...(await visit(lab.context, lab.hostUrl)), prefix: freshPrefix(name), count: EVENT_COUNT });
  }
  return tabs;
};

test('three tabs at once: every event arrives, and no request is sent twice [S10]', async ({ lab }) => {
  const tabs = await openThree(lab);
  const repeatsBefore = await lab.provider.repeatCount();
  await Promise.all(tabs.map(({ frame, prefix, count }) => logEvents(frame, prefix, count)));
  await Promise.all(tabs.map(({ frame }) => flush(frame)));
  await lab.provider.expectEachOnce(...tabs);
  expect(await lab.provider.repeatCount()).toBe(repeatsBefore);
});

test('requests that two tabs could not send before closing are sent by the third [S5, S10, X6]', async ({ lab }) => {
  const tabs = await openThree(lab);
  await Promise.all(tabs.map(({ frame }) => flush(frame)));
  await lab.provider.breakLog({ kind: 'status', status: 503 });
  for (const { frame, prefix, count } of tabs) await logEvents(frame, prefix, count);
  for (const { frame } of tabs) beginFlush(frame);
  await lab.provider.untilFaults(3);
  const [first, second, third] = tabs;
  await Promise.all([first?.page.close(), second?.page.close()]);
  await lab.provider.heal();
  if (third !== undefined) await flush(third.frame);
  await visit(lab.context, lab.hostUrl);
  await lab.provider.expectEachOnce(...tabs);
});
