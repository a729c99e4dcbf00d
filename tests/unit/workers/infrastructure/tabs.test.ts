import { expect, test } from 'vitest';
import { EVENT_TIER } from '../../../../protocol/events/event-tier.ts';
import { idsIn, makeLine, makeLines, Origin } from '../../../support/pipeline-harness.ts';
import { SENDER_LOCK_RETRY_MS } from '../../../../workers/infrastructure/transport/delivery.ts';

test('only one tab sends at a time [S10]', async () => {
  const origin = new Origin();
  const [first, second] = [origin.openTab(), origin.openTab()];
  let response = (_treatment: 'ok'): void => {};
  origin.collector.treatments.push(new Promise((resolve) => (response = resolve)));
  void first.pipeline.add(makeLine({ tier: EVENT_TIER.immediate }));
  await origin.clock.advance(0);
  void second.pipeline.add(makeLine({ tier: EVENT_TIER.immediate }));
  await origin.clock.advance(5_000);
  expect(origin.collector.attempts).toHaveLength(1);
  response('ok');
  await origin.clock.advance(2 * SENDER_LOCK_RETRY_MS);
  expect(origin.collector.attempts).toHaveLength(2);
});

test('events of a dead tab are adopted, and events of a living tab are not [S10, X6]', async () => {
  const origin = new Origin();
  const [dead, alive] = [origin.openTab(), origin.openTab()];
  void dead.pipeline.start();
  void alive.pipeline.start();
  const orphaned = makeLines(3);
  void dead.pipeline.add(orphaned);
  void alive.pipeline.add(makeLines(3));
  await origin.clock.advance(0);
  dead.crash();
  const heir = origin.openTab();
  void heir.pipeline.start();
  await origin.clock.advance(0);
  void heir.pipeline.flush();
  await origin.clock.advance(1_000);
  expect([...origin.collector.stored]).toEqual(idsIn(orphaned));
});

test('events of a tab that dies after the next tab has checked for dead tabs are adopted when it dies [X6]', async () => {
  const origin = new Origin();
  const navigated = origin.openTab();
  void navigated.pipeline.start();
  const orphaned = makeLines(5);
  void navigated.pipeline.add(orphaned);
  await origin.clock.advance(0);
  const successor = origin.openTab();
  void successor.pipeline.start();
  await origin.clock.advance(0);
  navigated.crash();
  await origin.clock.advance(15_000);
  expect([...origin.collector.stored]).toEqual(idsIn(orphaned));
});

test('a tab in the back/forward cache adopts no events until it is restored [S10]', async () => {
  const origin = new Origin();
  const [first, second] = [origin.openTab(), origin.openTab()];
  void first.pipeline.start();
  await origin.clock.advance(0);
  void second.pipeline.start();
  await origin.clock.advance(0);
  const orphaned = makeLines(5);
  void first.pipeline.add(orphaned);
  second.pipeline.suspend();
  await origin.clock.advance(0);
  first.crash();
  await origin.clock.advance(15_000);
  expect(origin.collector.stored.size).toBe(0);
  second.pipeline.resume();
  await origin.clock.advance(15_000);
  expect([...origin.collector.stored]).toEqual(idsIn(orphaned));
});

test('a new service of the same page sends the events of the dead service, each once [X6]', async () => {
  const origin = new Origin();
  const sessionId = 'c'.repeat(32);
  const first = origin.openTab({ sessionId });
  void first.pipeline.start();
  const lines = makeLines(3);
  void first.pipeline.add(lines);
  origin.collector.treatments.push(new Promise(() => {}));
  const sending = makeLine({ tier: EVENT_TIER.immediate });
  void first.pipeline.add(sending);
  await origin.clock.advance(0);
  first.crash();
  const second = origin.openTab({ sessionId });
  void second.pipeline.start();
  void second.pipeline.add(lines);
  await origin.clock.advance(0);
  void second.pipeline.flush();
  await origin.clock.advance(1_000);
  expect(new Set(origin.collector.stored)).toEqual(new Set([...idsIn(lines), ...idsIn(sending)]));
  expect(origin.collector.repeated()).toEqual([]);
});

test('a tab in the back/forward cache holds no lock and sends nothing, and another tab sends its events [S10]', async () => {
  const origin = new Origin();
  const [cached, other] = [origin.openTab(), origin.openTab()];
  void cached.pipeline.start();
  const lines = makeLines(6);
  void cached.pipeline.add(lines);
  await origin.clock.advance(0);
  cached.pipeline.suspend();
  await origin.clock.advance(0);
  void other.pipeline.start();
  void other.pipeline.flush();
  await origin.clock.advance(20_000);
  expect(origin.collector.attempts).toHaveLength(1);
  cached.pipeline.resume();
  await origin.clock.advance(20_000);
  expect(origin.collector.stored).toEqual(new Set(idsIn(lines)));
});
