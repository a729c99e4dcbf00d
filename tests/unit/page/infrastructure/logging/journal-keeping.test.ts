import { expect, test } from 'vitest';
import { ownerLockName } from '../../../../../protocol/infrastructure/locks.ts';
import { createEventJournal } from '../../../../../src/page/infrastructure/logging/event-journal.ts';
import {
  JOURNAL_SECOND_LOOK_MS,
  JournalKeeping,
} from '../../../../../src/page/infrastructure/logging/journal-keeping.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { FakeStorage } from '../../../../support/fake-storage.ts';

function keep(storage: Storage, held: readonly string[]) {
  const clock = createFakeClock();
  const batches: string[] = [];
  const keeping = new JournalKeeping({
    clock,
    openJournal: () => createEventJournal(() => storage, 'ann', 'now'),
    outbox: () => ({
      setJournal: () => {},
      addBatch: ({ text, forget }) => {
        batches.push(text);
        forget();
      },
    }),
    locks: () => ({ query: async () => ({ held: held.map((name) => ({ name })) }) }),
  });
  return { clock, batches, keeping };
}

test('the journal of a page that dies just after its successor started is taken over then [X6]', async () => {
  const storage = new FakeStorage();
  createEventJournal(() => storage, 'ann', 'navigated').write('a');
  const held = [ownerLockName('navigated')];
  const { clock, batches, keeping } = keep(storage, held);
  keeping.recover();
  await clock.advance(0);
  expect(batches).toEqual([]);
  held.pop();
  await clock.advance(JOURNAL_SECOND_LOOK_MS);
  expect(batches).toEqual(['a']);
  expect(storage.texts()).toEqual([]);
});
