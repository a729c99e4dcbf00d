import { expect, test } from 'vitest';
import { STORAGE } from '../../../../protocol/constants.ts';
import { ownerLockName } from '../../../../protocol/locks.ts';
import { createEventJournal, type JournalEntry } from '../../../../src/page/infrastructure/logging/event-journal.ts';
import { ParcelDraft } from '../../../../src/page/infrastructure/logging/parcel.ts';
import { recoverJournal } from '../../../../src/page/infrastructure/logging/recover-journal.ts';
import { FakeStorage } from '../../../support/fake-storage.ts';

test('holds 256 KB and no more', () => {
  const storage = new FakeStorage();
  const journal = createEventJournal(() => storage, 'logged-out', 's');
  const first = journal.write('x'.repeat(STORAGE.journalMaxBytes));
  expect(journal.write('y')).toBeNull();
  if (first !== null) journal.remove(first);
  expect(journal.write('y')).not.toBeNull();
});

test('an event of more than 8 KB is left to the mirror, its neighbours are not', () => {
  const storage = new FakeStorage();
  const draft = new ParcelDraft(createEventJournal(() => storage, 'logged-out', 's'));
  const large = 'x'.repeat(STORAGE.journalEntryMaxBytes + 1);
  draft.add('small');
  draft.add(large);
  const parcel = draft.close(STORAGE.journalEntryMaxBytes);
  expect(storage.texts()).toEqual(['small']);
  expect(parcel.text).toBe(`small\n${large}`);
});

test('nothing is written twice, and all of it goes with the parcel', () => {
  const storage = new FakeStorage();
  const draft = new ParcelDraft(createEventJournal(() => storage, 'logged-out', 's'));
  draft.add('a');
  draft.secure(STORAGE.journalEntryMaxBytes);
  draft.secure(STORAGE.journalEntryMaxBytes);
  draft.add('b');
  const parcel = draft.close(STORAGE.journalEntryMaxBytes);
  expect(storage.texts()).toEqual(['a', 'b']);
  parcel.forget();
  expect(storage.texts()).toEqual([]);
});

test('storage that refuses or is full is survived', () => {
  const storage = new FakeStorage();
  storage.quotaCharacters = 10;
  const full = createEventJournal(() => storage, 'logged-out', 's');
  expect(full.write('too long for it')).toBeNull();
  const refusing = createEventJournal(
    () => {
      throw new DOMException('Access is denied', 'SecurityError');
    },
    'logged-out',
    's',
  );
  expect(refusing.write('a')).toBeNull();
  expect(refusing.readOthers()).toEqual([]);
  refusing.remove(0);
  refusing.removeKey('x');
});

function leaveBehind(storage: Storage, identity: string, sessionId: string, text: string): void {
  createEventJournal(() => storage, identity, sessionId).write(text);
}

async function recover(storage: Storage, held: readonly string[] | 'unknown'): Promise<JournalEntry[]> {
  const taken: JournalEntry[] = [];
  const locks = { query: async () => ({ held: (held === 'unknown' ? [] : held).map((name) => ({ name })) }) };
  await recoverJournal(
    createEventJournal(() => storage, 'ann', 'now'),
    () => (held === 'unknown' ? undefined : locks),
    (entry) => taken.push(entry),
  );
  return taken;
}

test('a new page takes over what a dead page of the same user left [X6]', async () => {
  const storage = new FakeStorage();
  leaveBehind(storage, 'ann', 'dead', 'a\nb');
  leaveBehind(storage, 'ann', 'alive', 'c');
  leaveBehind(storage, 'bob', 'dead', 'd');
  const taken = await recover(storage, [ownerLockName('alive')]);
  expect(taken.map(({ text }) => text)).toEqual(['a\nb']);
  expect(storage.texts()).toHaveLength(3);
});

test('where locks cannot be asked everything of the user is taken [X6]', async () => {
  const storage = new FakeStorage();
  leaveBehind(storage, 'ann', 'dead', 'a');
  leaveBehind(storage, 'ann', 'alive', 'b');
  expect((await recover(storage, 'unknown')).map(({ text }) => text)).toEqual(['a', 'b']);
});

test('an entry of its own is never recovered', async () => {
  const storage = new FakeStorage();
  leaveBehind(storage, 'ann', 'now', 'mine');
  expect(await recover(storage, [])).toEqual([]);
});
