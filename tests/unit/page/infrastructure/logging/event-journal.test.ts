import { expect, test } from 'vitest';
import {
  JOURNAL_MAX_CHARACTERS,
  createEventJournal,
} from '../../../../../src/page/infrastructure/logging/event-journal.ts';
import { FakeStorage } from '../../../../support/fake-storage.ts';

test('the journal holds at most 1 MB', () => {
  const storage = new FakeStorage();
  const journal = createEventJournal(() => storage, 'logged-out', 's');
  const first = journal.write('x'.repeat(JOURNAL_MAX_CHARACTERS));
  expect(journal.write('y')).toBeNull();
  if (first !== null) journal.release(first);
  expect(journal.write('y')).not.toBeNull();
});

test('obsolete entries are overwritten, one access each', () => {
  const storage = new FakeStorage();
  const journal = createEventJournal(() => storage, 'logged-out', 's');
  const first = journal.write('a');
  const second = journal.write('b');
  journal.release(first ?? -1);
  expect(storage.texts()).toEqual(['a', 'b']);
  expect(journal.write('c')).toBe(first);
  expect(storage.texts()).toEqual(['c', 'b']);
  journal.release(second ?? -1);
  expect(journal.write('d')).toBe(second);
  expect(journal.write('e')).not.toBe(second);
});

test('a retired journal keeps entries that are not stored yet, and removes them as soon as they are', () => {
  const storage = new FakeStorage();
  const journal = createEventJournal(() => storage, 'logged-out', 's');
  const [safe, unsafe] = [journal.write('safe'), journal.write('unsafe')];
  journal.release(safe ?? -1);
  journal.retire();
  expect(storage.texts()).toEqual(['unsafe']);
  journal.release(unsafe ?? -1);
  expect(storage.texts()).toEqual([]);
});

test('storage that refuses is not tried again, full storage is', () => {
  const storage = new FakeStorage();
  const journal = createEventJournal(() => storage, 'logged-out', 's');
  storage.quotaCharacters = 0;
  expect(journal.write('a')).toBeNull();
  storage.quotaCharacters = 1_000;
  expect(journal.write('a')).not.toBeNull();
  storage.refuses = true;
  expect(journal.write('b')).toBeNull();
  storage.refuses = false;
  expect(journal.write('b')).toBeNull();
});

test('the journal survives storage that refuses', () => {
  const refusing = createEventJournal(
    () => {
      throw new DOMException('Access is denied', 'SecurityError');
    },
    'logged-out',
    's',
  );
  expect(refusing.write('a')).toBeNull();
  expect(refusing.readOthers()).toEqual([]);
  refusing.release(0);
  refusing.deleteOther({ key: 'x', sessionId: 's', text: '' });
});

test('an entry that its page has written again is kept by those who took the earlier one over [X6]', async () => {
  const storage = new FakeStorage();
  const cached = createEventJournal(() => storage, 'ann', 'cached');
  const [first] = [cached.write('a'), cached.write('b')];
  const successor = createEventJournal(() => storage, 'ann', 'now');
  const taken = successor.readOthers();
  cached.release(first ?? -1);
  cached.write('c');
  for (const entry of taken) successor.deleteOther(entry);
  expect(storage.texts()).toEqual(['c']);
});
