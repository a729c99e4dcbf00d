import { describe, expect, onTestFinished, test } from 'vitest';
import { BudgetAdmission } from '../../../../src/provider/budgets/budget-admission.ts';
import { BUDGET_NAMES } from '../../../../src/provider/budgets/budgets.ts';
import type { Sender } from '../../../../src/provider/budgets/sender.ts';
import type { Usage } from '../../../../src/provider/budgets/usage.ts';
import { StorageUnavailable } from '../../../../src/provider/database/storage-errors.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { FloodedStore, newSession, type Taken } from '../support/flooded-store.ts';

const MAX_BYTES = 2_000_000;
const FLOODER: Sender = { network: 1_000, address: 2_000 };
const NEIGHBOUR: Sender = { network: 1_000, address: 3_000 };
const STRANGER: Sender = { network: 4_000, address: 5_000 };

async function open(): Promise<{ store: FloodedStore; post: (sender: Sender, bytes?: number) => Promise<Taken> }> {
  const store = await FloodedStore.open(':memory:', MAX_BYTES);
  onTestFinished(() => store.close());
  const post = (sender: Sender, bytes = 1_000): Promise<Taken> =>
    store.post(sender, [
      { session: newSession(), index: 0, name: 'hostCommand', payload: { name: 'x'.repeat(bytes) } },
    ]);
  return { store, post };
}

async function flood(store: FloodedStore, post: () => Promise<Taken>): Promise<number> {
  for (let kept = 0; ; kept += 1) {
    if ((await post()) === 'refused') return kept;
    await store.clock.advance(50);
  }
}

test('an address that holds little may store more although its network has used up its share', async () => {
  const { store, post } = await open();
  expect(await flood(store, () => post(FLOODER, 30_000))).toBeGreaterThan(10);
  expect([await post(NEIGHBOUR), await post(STRANGER)]).toEqual(['kept', 'kept']);
  expect(await post(FLOODER, 30_000)).toBe('refused');
});

test('posts sent in parallel count before they are stored, so that posts past the share are refused', async () => {
  const { post } = await open();
  const taken = await Promise.all(Array.from({ length: 200 }, () => post(FLOODER, 30_000)));
  const kept = taken.filter((one) => one === 'kept').length;
  expect(kept * 30_000).toBeLessThan(MAX_BYTES);
  expect(taken.slice(kept)).toEqual(taken.slice(kept).map(() => 'refused'));
  expect(await post(STRANGER)).toBe('kept');
});

test('a sender that used up its share may store more once its rows are deleted', async () => {
  const { store, post } = await open();
  await flood(store, () => post(FLOODER, 30_000));
  await store.database.execute('DELETE FROM events');
  await store.clock.advance(1_000);
  expect(await post(FLOODER)).toBe('kept');
});

test('events are limited to their share of the database once other data fills the rest', async () => {
  const { store, post } = await open();
  const whole = await flood(store, () => post(FLOODER, 30_000));
  await store.database.execute('DELETE FROM events');
  const report = `INSERT INTO error_reports (received_at_ms, type, message) VALUES (0, 'T', '${'x'.repeat(1_000)}')`;
  await store.database.batch(
    Array.from({ length: 400 }, () => report),
    'write',
  );
  await store.clock.advance(1_000);
  const less = await flood(store, () => post(FLOODER, 30_000));
  expect(less).toBeLessThan(whole);
  expect(less * 30_000).toBeGreaterThan(MAX_BYTES * 0.25);
});

describe('while the database does not respond', () => {
  const usage = (bytes: number): Usage => {
    const use = { rows: 1, bytes, allowedBytes: 100_000 };
    return {
      usedBytes: bytes,
      budgets: Object.fromEntries(BUDGET_NAMES.map((name) => [name, use])) as Usage['budgets'],
    };
  };

  function createReader() {
    const clock = createFakeClock();
    let state: 'works' | 'hangs' | 'fails' = 'works';
    let bytes = 0;
    const reply = async <T>(value: T): Promise<T> => {
      if (state === 'hangs') await new Promise(() => undefined);
      if (state === 'fails') throw new StorageUnavailable('gone');
      return value;
    };
    const admission = new BudgetAdmission(
      {
        settle: () => reply(undefined),
        read: () => reply(usage(bytes)),
        largest: () => reply([]),
        bytesOf: () => reply(0),
      },
      clock,
    );
    const turn = (to: typeof state, held = bytes): void => {
      state = to;
      bytes = held;
    };
    return { admission, clock, turn };
  }

  test.each(['hangs', 'fails'] as const)(
    'while the database %s, requests do not wait: the last known usage decides',
    async (state) => {
      const { admission, clock, turn } = createReader();
      expect(await admission.mayAdd('log', STRANGER, 1_000)).toBe(true);
      turn(state);
      await clock.advance(60_000);
      expect(await admission.mayAdd('log', STRANGER, 1_000)).toBe(true);
      await clock.advance(60_000);
      expect(await admission.mayAdd('log', FLOODER, 1_000)).toBe(true);
    },
  );

  test('posts are accepted while no usage has been read yet, and count once the database responds', async () => {
    const { admission, clock, turn } = createReader();
    turn('fails');
    for (let post = 0; post < 3; post += 1) expect(await admission.mayAdd('log', FLOODER, 40_000)).toBe(true);
    await clock.advance(1_000);
    turn('works');
    expect(await admission.mayAdd('log', FLOODER, 40_000)).toBe(false);
    expect(await admission.mayAdd('log', STRANGER, 1_000)).toBe(true);
  });

  test('posts accepted while the database does not respond count: a flood fails once the rest is reserved for others', async () => {
    const { admission, clock, turn } = createReader();
    await admission.mayAdd('log', STRANGER, 10);
    turn('fails');
    for (let post = 0; post < 2; post += 1) {
      await clock.advance(5_000);
      expect(await admission.mayAdd('log', FLOODER, 40_000)).toBe(true);
    }
    await expect(admission.mayAdd('log', FLOODER, 40_000)).rejects.toThrow(StorageUnavailable);
  });
});
