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

test('a new entry overwrites a released entry in a single storage access', () => {
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

test('a retired journal removes released entries at once, and each other entry as soon as it is released', () => {
  const storage = new FakeStorage();
  const journal = createEventJournal(() => storage, 'logged-out', 's');
  const [safe, unsafe] = [journal.write('safe'), journal.write('unsafe')];
  journal.release(safe ?? -1);
  journal.retire();
  expect(storage.texts()).toEqual(['unsafe']);
  journal.release(unsafe ?? -1);
  expect(storage.texts()).toEqual([]);
});

test('a write is not retried after access was refused, but is after storage was full', () => {
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

test('without access to storage the journal reads and writes nothing, and throws nothing', () => {
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

test('a journal does not delete another page’s entry that was overwritten after it was read [X6]', async () => {
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
