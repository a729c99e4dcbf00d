import { expect } from 'vitest';
import { flush, freshPrefix, logEvents, test, visit, type FaultLab } from './support/fault-lab.ts';

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
