import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { BUDGET_NAMES, BUDGETS } from '../../../../src/provider/budgets/budgets.ts';
import type { Sender } from '../../../../src/provider/budgets/sender.ts';
import { tablesOf } from '../../../../src/provider/budgets/tables.ts';
import { randomRuns } from '../../../support/random-runs.ts';
import { eventStoreOf } from './budgets.ts';
import { wireEvent } from './events.ts';
import { FloodedStore, newSession, type SentEvent, type Taken } from './flooded-store.ts';
import { received } from './store-contract.ts';
import { countOf } from './tables.ts';

const MAX_BYTES = 3_000_000;
const GENUINE = 10;
/** Networks of a flood, few enough that each genuine network needs less than an equal share of the budget. */
const HOSTILE_NETWORKS = 6;

/** Requests that a hostile sender makes at once. */
const ATTACKS = {
  /** Events that claim the highest tier. */
  tiers: (store, sender) => store.post(sender, important()),
  /** Events with an important name. */
  names: (store, sender) => store.post(sender, many(newSession(), 100, { name: 'playbackFailed', tier: 400 })),
  payloads: (store, sender) => store.post(sender, many(newSession(), 20, { payload: { text: 'x'.repeat(30_000) } })),
  sessions: (store, sender) => store.post(sender, Array.from({ length: 100 }, () => many(newSession(), 1, {})).flat()),
  /** Repeats of stored events: each body adds a row of its own, but no event. */
  repeats: (store, sender) => store.post(sender, many('f'.repeat(32), 3, {})),
  /** New visitors, each of whom saves a list of videos. */
  visitors: (store, sender) => store.keep(sender, `visitor:${newSession()}`, 60),
} as const satisfies Readonly<Record<string, (store: FloodedStore, sender: Sender) => Promise<Taken>>>;

function important(): SentEvent[] {
  return many(newSession(), 100, { tier: Number.MAX_SAFE_INTEGER, name: 'junk' });
}

function many(session: string, count: number, more: Partial<SentEvent>): SentEvent[] {
  return Array.from({ length: count }, (_, index) => ({
    ...{ session, index, name: 'hostCommand', payload: { name: 'play' } },
    ...more,
  }));
}

type Step =
  | {
      readonly kind: 'flood';
      readonly attack: keyof typeof ATTACKS;
      readonly network: number;
      readonly addresses: number;
      readonly posts: number;
    }
  | { readonly kind: 'view'; readonly viewers: readonly number[] }
  | { readonly kind: 'shed' }
  | { readonly kind: 'restart' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('flood' as const),
      attack: fc.constantFrom(...(Object.keys(ATTACKS) as (keyof typeof ATTACKS)[])),
      network: fc.nat(HOSTILE_NETWORKS - 1),
      /** One address, or each post from another /64 of the same /48. */
      addresses: fc.constantFrom(1, 1_000_000),
      posts: fc.integer({ min: 1, max: 8 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('view' as const), viewers: fc.array(fc.nat(GENUINE - 1)) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('shed' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);

const senderOf = (network: number, address: number): Sender => ({
  network: 1_000 + network,
  address: 1_000_000 + network * 10_000_000 + address,
});

/** The genuine viewers of a run, with the events and lists that were acknowledged to them. */
class Viewers {
  readonly acknowledged = new Set<string>();
  /** Acknowledged length of each viewer's list. */
  readonly lengths = new Map<string, number>();
  readonly #sessions = Array.from({ length: GENUINE }, () => ({ session: newSession(), next: 0, posts: 0 }));
  readonly #store: FloodedStore;

  constructor(store: FloodedStore) {
    this.#store = store;
  }

  /** Posts like an ordinary viewer: at most twenty posts of eight events, less than an equal share of the budget. */
  async view(viewer: number): Promise<void> {
    const page = this.#sessions[viewer];
    if (page === undefined || page.posts >= 20) return;
    const { session, next } = page;
    const events = many(session, 8, {}).map((event) => ({ ...event, index: next + event.index }));
    const taken = await this.#store.post(senderOf(100 + viewer, 0), events);
    expect(taken).not.toBe('refused');
    if (taken !== 'kept') return;
    for (const { index } of events) this.acknowledged.add(`${session}.${index}`);
    Object.assign(page, { next: next + events.length, posts: page.posts + 1 });
    if (page.posts > 1) return;
    const kept = await this.#store.keep(senderOf(100 + viewer, 0), `visitor:${session}`, 5);
    expect(kept).not.toBe('refused');
    if (kept === 'kept') this.lengths.set(`visitor:${session}`, 5);
  }

  /** Expects all acknowledged events and lists to be stored. */
  async check(): Promise<void> {
    expect(await this.#store.missing(this.acknowledged)).toEqual([]);
    expect(await this.#store.changedLists(this.lengths)).toEqual([]);
  }
}

/** Contract of the state after a flood on any persistent database; `newUrl` returns the address of an empty database. */
export function describeFloods(newUrl: () => string | Promise<string>, runs: number): void {
  test(
    'under any flood, other viewers keep all acknowledged events and lists, and the counters are exact',
    { timeout: 300_000 },
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
          const store = await FloodedStore.open(await newUrl(), MAX_BYTES);
          try {
            await run(store, steps);
          } finally {
            await store.close();
          }
        }),
        /** No shrinking: each run takes seconds, so that shrinking would exceed the timeout. */
        { numRuns: randomRuns(runs), endOnFailure: true },
      ),
  );

  test('shedding cuts the largest networks, addresses and sessions to one level, least important events first', async () => {
    const store = await FloodedStore.open(await newUrl(), MAX_BYTES);
    onTestFinished(() => store.close());
    const { database, clock } = store;
    const admission = { mayAdd: () => Promise.resolve(true) };
    const unchecked = eventStoreOf({ state: database, events: database }, clock, admission);
    const add = async (sender: Sender, session: string, count: number): Promise<void> => {
      for (let first = 0; first < count; first += 50) {
        const { request, ...batch } = received([]);
        const events = Array.from({ length: 50 }, (_, place) => ({
          ...wireEvent(first + place, {
            clientEventId: `${session}.${first + place}`,
            payload: { name: 'x'.repeat(500) },
          }),
          name: place % 10 === 0 ? 'playbackFailed' : 'junk',
        }));
        await unchecked.add([{ ...batch, sender, request: { ...request, events } }]);
      }
    };
    const [large, small, quiet, other, stranger] = Array.from({ length: 5 }, newSession) as [
      string,
      string,
      string,
      string,
      string,
    ];
    await add(senderOf(1, 0), large, 2_000);
    await add(senderOf(1, 0), small, 150);
    await add(senderOf(1, 1), quiet, 100);
    await add(senderOf(2, 0), other, 900);
    await add(senderOf(3, 0), stranger, 200);
    expect(shedRows(store)).toBe(0);
    await store.shed();
    const left = (session: string, more = ''): Promise<number> =>
      countOf(database, `events WHERE session_id = '${session}' ${more}`);
    expect(await Promise.all([small, quiet, stranger].map((session) => left(session)))).toEqual([150, 100, 200]);
    // The larger network is cut; the other network is below the level and keeps all its events.
    const [first, second] = [(await left(large)) + 250, await left(other)];
    expect(second).toBe(900);
    expect(first).toBeGreaterThan(900);
    expect(first).toBeLessThan(2_000);
    expect(await left(large, `AND name = 'playbackFailed'`)).toBe(200);
    expect(await left(large, `AND event_index < 100 AND name = 'junk'`)).toBe(0);
    expect(await left(large, `AND event_index > 1950 AND name = 'junk'`)).toBeGreaterThan(0);
    expect(store.budgets.latest()?.shed).toEqual([{ budget: 'log', table: 'events', rows: 2_000 - (first - 250) }]);
  });

  test('a flood from one address is refused before any rows are shed, and other viewers are not refused', async () => {
    const store = await FloodedStore.open(await newUrl(), MAX_BYTES);
    onTestFinished(() => store.close());
    const viewers = new Viewers(store);
    for (let viewer = 0; viewer < GENUINE; viewer += 1) await viewers.view(viewer);
    const replies: string[] = [];
    for (let post = 0; post < 120; post += 1) {
      await store.clock.advance(100);
      replies.push(await store.post(senderOf(1, 0), important()));
    }
    expect(shedRows(store)).toBe(0);
    expect(replies[0]).toBe('kept');
    expect(replies.filter((reply) => reply === 'refused').length).toBeGreaterThan(40);
    await store.shed();
    for (let viewer = 0; viewer < GENUINE; viewer += 1) await viewers.view(viewer);
    expect(viewers.acknowledged.size).toBe(GENUINE * 16);
    await viewers.check();
  });
}

async function run(store: FloodedStore, steps: readonly Step[]): Promise<void> {
  const viewers = new Viewers(store);
  for (const one of steps) {
    await store.clock.advance(500);
    if (one.kind === 'view') await Promise.all(one.viewers.map((viewer) => viewers.view(viewer)));
    else if (one.kind === 'shed') await store.shed();
    else if (one.kind === 'restart') await store.restart();
    else
      await Promise.all(
        Array.from({ length: one.posts }, (_, post) =>
          ATTACKS[one.attack](store, senderOf(one.network, one.addresses === 1 ? 0 : post)),
        ),
      );
    await viewers.check();
  }
  await store.shed();
  await checkBounds(store);
  // After the flood, posts of every viewer are accepted.
  for (let viewer = 0; viewer < GENUINE; viewer += 1) await viewers.view(viewer);
  await viewers.check();
  await checkCounters(store);
}

/** The number of rows that shedding has deleted. */
function shedRows({ budgets }: FloodedStore): number {
  return (budgets.latest()?.shed ?? []).reduce((sum, { rows }) => sum + rows, 0);
}

async function checkBounds({ budgets }: FloodedStore): Promise<void> {
  for (const { name, bytes, allowedBytes } of (await budgets.report()).budgets) {
    expect([name, bytes <= allowedBytes]).toEqual([name, true]);
    expect(bytes).toBeLessThanOrEqual(BUDGETS[name].most * MAX_BYTES);
  }
}

/** Checks that each budget counts the rows of its tables and each holder the sum of its children, down to zero. */
async function checkCounters({ database, budgets }: FloodedStore): Promise<void> {
  const report = await budgets.report();
  for (const { name, rows } of report.budgets) {
    const counts = await Promise.all(tablesOf(name).map((table) => countOf(database, table.name)));
    expect([name, rows]).toEqual([name, counts.reduce((sum, count) => sum + count, 0)]);
  }
  const sums = `SELECT parent, sum(row_count) AS row_count, sum(bytes) AS bytes FROM holders
    WHERE parent IS NOT NULL GROUP BY parent`;
  const { rows: wrong } = await database.execute(`SELECT one.id FROM holders AS one JOIN (${sums}) AS below
    ON below.parent = one.id WHERE below.row_count <> one.row_count OR below.bytes <> one.bytes`);
  expect(wrong).toEqual([]);
  for (const name of BUDGET_NAMES)
    for (const table of tablesOf(name)) await database.execute(`DELETE FROM ${table.name}`);
  await budgets.report();
  expect(await countOf(database, 'holders WHERE row_count <> 0 OR bytes <> 0')).toBe(0);
  await budgets.forgetEmpty();
  expect(await countOf(database, 'holders WHERE id >= 64')).toBe(0);
}
