import { expect, test } from 'vitest';
import { EVENT_TIER } from '../../../../../protocol/events/event-tier.ts';
import {
  JOURNAL_MAX_CHARACTERS,
  createEventJournal,
  type EventJournal,
} from '../../../../../src/page/infrastructure/logging/event-journal.ts';
import {
  JOURNAL_DELAY_MS,
  JOURNAL_SHARE_MAX,
  PendingLines,
} from '../../../../../src/page/infrastructure/logging/pending-lines.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createSpans } from '../../../../support/fake-spans.ts';
import { FakeStorage } from '../../../../support/fake-storage.ts';

function open() {
  const clock = createFakeClock();
  const storage = new FakeStorage();
  const journal = createEventJournal(() => storage, 'logged-out', 's');
  return {
    clock,
    storage,
    journal,
    lines: new PendingLines({ clock, spans: createSpans(clock, 'main'), journal, afterTask: queueMicrotask }),
  };
}

test('the first line after a pause is journalled at the end of its task, and lines that follow 50 ms later', async () => {
  const { clock, storage, lines } = open();
  const add = (text: string): void => {
    lines.add(text, EVENT_TIER.default);
    lines.journalSoon();
  };
  for (const [first, second] of ['ab', 'cd']) {
    await clock.advance(JOURNAL_DELAY_MS);
    const before = storage.texts();
    add(first ?? '');
    expect(storage.texts()).toEqual(before);
    await clock.advance(0);
    expect(storage.texts()).toEqual([...before, first]);
    await clock.advance(10);
    add(second ?? '');
    await clock.advance(JOURNAL_DELAY_MS - 1);
    expect(storage.texts()).toEqual([...before, first]);
    await clock.advance(1);
    expect(storage.texts()).toEqual([...before, first, second]);
  }
});

test('a batch contains all pending lines, and forgetting it removes every journal entry of these lines', async () => {
  const { clock, storage, journal, lines } = open();
  lines.add('a', EVENT_TIER.default);
  lines.journalSoon();
  await clock.advance(0);
  lines.add('b', EVENT_TIER.default);
  const batch = lines.take();
  expect(batch).toMatchObject({ text: 'a\nb', eventCount: 2, isJournalled: true });
  expect(storage.texts()).toEqual(['a', 'b']);
  batch.forget();
  journal.sweep();
  expect(storage.texts()).toEqual([]);
});

test('when pending lines exceed the journal, the lines of the highest tiers that fit are journalled', () => {
  const { storage, lines } = open();
  const large = (letter: string): string => letter.repeat(JOURNAL_MAX_CHARACTERS / 4);
  for (const letter of 'abc') lines.add(large(letter), EVENT_TIER.default);
  lines.add(large('d'), EVENT_TIER.fast);
  lines.add('e', EVENT_TIER.default);
  expect(lines.take().text).toHaveLength(JOURNAL_MAX_CHARACTERS + 1 + 4);
  expect(storage.texts()).toEqual([[large('a'), large('b'), large('d'), 'e'].join('\n')]);
});

test('when storage is nearly full, the pending lines that fit are journalled', () => {
  const { storage, lines } = open();
  storage.quotaCharacters = 3_000;
  for (let index = 0; index < 10; index += 1) lines.add(String(index).repeat(1_000), EVENT_TIER.default);
  expect(lines.take().isJournalled).toBe(true);
  expect(storage.texts().join('')).toContain('0'.repeat(1_000));
});

test.for([
  { given: 'slow writes', writesMs: [1, 1, 1], share: 1 },
  { given: 'fast writes with one interruption', writesMs: [0.1, 20, 0.1], share: 0.1 },
])(
  'after $given the journal waits until writing takes less than half a percent of the thread',
  async ({ writesMs, share }) => {
    const { clock, storage } = open();
    const delaysMs: number[] = [];
    let nowMs = 0;
    let writeCount = 0;
    const journal: EventJournal = {
      ...createEventJournal(() => storage, 'logged-out', 's'),
      write: () => {
        nowMs += writesMs[writeCount++] ?? 0;
        return 1;
      },
    };
    const lines = new PendingLines({
      journal,
      spans: createSpans(clock, 'main'),
      afterTask: queueMicrotask,
      clock: {
        ...clock,
        monotonicNow: () => nowMs,
        after: (delayMs, task) => {
          delaysMs.push(Math.round(delayMs));
          return clock.after(delayMs, task);
        },
      },
    });
    for (const name of ['a', 'b', 'c']) {
      lines.add(name, EVENT_TIER.default);
      lines.journalSoon();
      await clock.advance(1_000);
    }
    const laterMs = Math.max(JOURNAL_DELAY_MS, share / JOURNAL_SHARE_MAX);
    // The first line is written with its task, and the wait needs more than one measured write.
    expect(delaysMs).toEqual([JOURNAL_DELAY_MS, laterMs]);
  },
);
