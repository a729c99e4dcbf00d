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

test('the first line after a pause is in the journal at the end of its task, those that follow 50 ms later', async () => {
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

test('a batch has all lines, and removes every journal entry that holds one of them', async () => {
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

test('pending lines keep the highest tiers that fit where a batch is larger than the journal', () => {
  const { storage, lines } = open();
  const large = (letter: string): string => letter.repeat(JOURNAL_MAX_CHARACTERS / 4);
  for (const letter of 'abc') lines.add(large(letter), EVENT_TIER.default);
  lines.add(large('d'), EVENT_TIER.fast);
  lines.add('e', EVENT_TIER.default);
  expect(lines.take().text).toHaveLength(JOURNAL_MAX_CHARACTERS + 1 + 4);
  expect(storage.texts()).toEqual([[large('a'), large('b'), large('d'), 'e'].join('\n')]);
});

test('pending lines keep what fits where storage is nearly full', () => {
  const { storage, lines } = open();
  storage.quotaCharacters = 3_000;
  for (let index = 0; index < 10; index += 1) lines.add(String(index).repeat(1_000), EVENT_TIER.default);
  expect(lines.take().isJournalled).toBe(true);
  expect(storage.texts().join('')).toContain('0'.repeat(1_000));
});

test.for([
  { given: 'slow writes', writesMs: [1, 1, 1], share: 1 },
  { given: 'writes of which one was interrupted', writesMs: [0.1, 20, 0.1], share: 0.1 },
])(
  'after $given waits so long that their share of the thread stays below half a percent',
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
    // The first line is written with its task, and one write alone says nothing.
    expect(delaysMs).toEqual([JOURNAL_DELAY_MS, laterMs]);
  },
);
