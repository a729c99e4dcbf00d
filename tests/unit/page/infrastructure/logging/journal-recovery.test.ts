import { expect, test } from 'vitest';
import { ownerLockName } from '../../../../../protocol/infrastructure/locks.ts';
import type { LineBatch } from '../../../../../src/page/infrastructure/logging/batch-mirror.ts';
import { createEventJournal } from '../../../../../src/page/infrastructure/logging/event-journal.ts';
import {
  JOURNAL_SECOND_CHECK_MS,
  JournalRecovery,
} from '../../../../../src/page/infrastructure/logging/journal-recovery.ts';
import { createFakeClock, settle } from '../../../../support/fake-clock.ts';
import { FakeStorage } from '../../../../support/fake-storage.ts';

function leaveBehind(storage: Storage, identity: string, sessionId: string, text: string): void {
  createEventJournal(() => storage, identity, sessionId).write(text);
}

/** A page of ann's that recovers journals; `unknown`: the browser has no locks, `refused`: reading `locks` throws. */
function recover(storage: Storage, held: readonly string[] | 'unknown' | 'refused') {
  const clock = createFakeClock();
  const batches: LineBatch[] = [];
  const names = typeof held === 'string' ? [] : held;
  const locks = { query: async () => ({ held: names.map((name) => ({ name })) }) };
  const navigator = {
    get locks() {
      if (held === 'refused') throw new DOMException('opaque', 'SecurityError');
      return held === 'unknown' ? (undefined as unknown as typeof locks) : locks;
    },
  };
  const journal = createEventJournal(() => storage, 'ann', 'now');
  new JournalRecovery({ clock, navigator, outbox: { journal, addBatch: (batch) => batches.push(batch) } }).begin();
  return { clock, batches, texts: () => batches.map(({ text }) => text) };
}

test('a new page takes over the journal of a dead page of the same user [X6]', async () => {
  const storage = new FakeStorage();
  leaveBehind(storage, 'ann', 'dead', 'a\nb');
  leaveBehind(storage, 'ann', 'alive', 'c');
  leaveBehind(storage, 'bob', 'dead', 'd');
  const { batches } = recover(storage, [ownerLockName('alive')]);
  await settle();
  expect(batches).toMatchObject([{ text: 'a\nb', eventCount: 2 }]);
  expect(storage.texts()).toHaveLength(3);
  batches[0]?.forget();
  expect(storage.texts()).toEqual(['c', 'd']);
});

test.each(['unknown', 'refused'] as const)(
  'a new page takes over every journal of the user if locks are %s [X6]',
  async (locks) => {
    const storage = new FakeStorage();
    leaveBehind(storage, 'ann', 'dead', 'a');
    leaveBehind(storage, 'ann', 'alive', 'b');
    const { texts } = recover(storage, locks);
    await settle();
    expect(texts()).toEqual(['a', 'b']);
  },
);

test('a page never recovers its own entry', async () => {
  const storage = new FakeStorage();
  leaveBehind(storage, 'ann', 'now', 'mine');
  const { texts } = recover(storage, []);
  await settle();
  expect(texts()).toEqual([]);
});

test('the journal of a page that dies just after the new page has started is taken over at the second check [X6]', async () => {
  const storage = new FakeStorage();
  leaveBehind(storage, 'ann', 'navigated', 'a');
  const held = [ownerLockName('navigated')];
  const { clock, texts } = recover(storage, held);
  await clock.advance(0);
  expect(texts()).toEqual([]);
  held.pop();
  await clock.advance(JOURNAL_SECOND_CHECK_MS);
  expect(texts()).toEqual(['a']);
});
