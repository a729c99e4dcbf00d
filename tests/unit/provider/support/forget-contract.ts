import { expect, onTestFinished, test } from 'vitest';
import { createBudgets } from '../../../../src/provider/budgets/create-budgets.ts';
import type { Sender } from '../../../../src/provider/budgets/sender.ts';
import { findForgettable, forgetEvents } from '../../../../src/provider/storage/forget-events.ts';
import { systemClock } from '../../../../src/provider/system.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { eventStoreOf } from './budgets.ts';
import { wireEvent } from './events.ts';
import { openServerDatabases } from './open-database.ts';
import { received } from './store-contract.ts';
import { countOf } from './tables.ts';

const MINUTE_MS = 60_000;
const VIEWER: Sender = { network: 7_000, address: 7_001 };
const FLOOD: Sender = { network: 1, address: 1_001 };
const NETWORKS = 20;
const SESSIONS_OF_NETWORK = 30;

/** Contract of forgetting the events of a period on any database; `newUrl` returns the address of an empty database. */
export function describeForgetting(newUrl: () => string | Promise<string>): void {
  /** Stores events before, during and after a minute of flood, with one viewer throughout. */
  async function open(moreSessionsOfOne = 0) {
    const clock = createFakeClock();
    const databases = await openServerDatabases({ url: await newUrl() }, clock);
    const { state } = databases;
    onTestFinished(() => state.close());
    const store = eventStoreOf(databases, clock);
    let serial = 0;
    const add = (sender: Sender, session: string) =>
      store.add([
        {
          ...received([0]),
          sender,
          request: {
            ...received([0]).request,
            events: [0, 1].map(() => wireEvent(0, { clientEventId: `${session}.${(serial += 1)}` })),
          },
        },
      ]);
    const session = (number: number): string => number.toString(16).padStart(32, '0');
    await add(VIEWER, session(0));
    await clock.advance(MINUTE_MS);
    const fromMs = clock.now();
    await add(VIEWER, session(0));
    for (let number = 1; number <= NETWORKS * SESSIONS_OF_NETWORK; number += 1) {
      const network = 1 + (number % NETWORKS);
      await add({ network, address: 1_000 + network }, session(number));
    }
    for (let number = 0; number < moreSessionsOfOne; number += 1) await add(FLOOD, session(50_000 + number));
    await clock.advance(MINUTE_MS);
    const toMs = clock.now();
    await add(VIEWER, session(0));
    await add({ network: 8_000, address: 8_001 }, session(99_999));
    const budgets = createBudgets(state, clock, 100_000_000);
    const counts = async (): Promise<Record<string, number>> => ({
      events: await countOf(state, 'events'),
      sessions: await countOf(state, 'sessions'),
      batches: await countOf(state, 'batches'),
    });
    const held = async (name: string) => (await budgets.report()).budgets.find((budget) => budget.name === name);
    return { state, fromMs, toMs, counts, held, add, session };
  }

  const floodSessions = NETWORKS * SESSIONS_OF_NETWORK;

  test('the forgettable events of a period are counted with their sessions and networks, and nothing is deleted', async () => {
    const { state, fromMs, toMs, counts } = await open();
    const before = await counts();
    expect(await findForgettable(state, { fromMs, toMs, keepKnown: false })).toEqual({
      ...{ events: floodSessions * 2 + 2, sessions: floodSessions, networks: NETWORKS + 1 },
      ...{ knownNetworks: 1, knownEvents: 2 },
    });
    expect(await counts()).toEqual(before);
  });

  test('forgetting a period deletes its events, sessions, batches and counts, except those of known networks with keepKnown', async () => {
    const { state, fromMs, toMs, counts, held } = await open();
    const rows = await forgetEvents(state, systemClock, { fromMs, toMs, keepKnown: true });
    expect(rows).toMatchObject({ events: floodSessions * 2, sessions: floodSessions, networks: NETWORKS });
    expect(await counts()).toEqual({ events: 8, sessions: 2, batches: 4 });
    expect(await held('log')).toMatchObject({ rows: 10 });
    expect(await held('posts')).toMatchObject({ rows: 4 });
    await forgetEvents(state, systemClock, { fromMs, toMs, keepKnown: false });
    expect(await counts()).toEqual({ events: 6, sessions: 2, batches: 3 });
    expect(await held('log')).toMatchObject({ rows: 8 });
    // Holders without rows were deleted.
    expect(await countOf(state, 'holders WHERE id > 64 AND row_count = 0')).toBe(0);
  });

  test.each([
    ['a few times more', 0, 2],
    ['hundreds of times more', 200, 1],
  ])(
    'a network with events outside the period is known unless it sent hundreds of times more within it: %s',
    async (_, more, knownNetworks) => {
      const { state, fromMs, toMs, add, session } = await open(more);
      await add(FLOOD, session(NETWORKS));
      expect(await findForgettable(state, { fromMs, toMs, keepKnown: true })).toMatchObject({ knownNetworks });
    },
  );
}
