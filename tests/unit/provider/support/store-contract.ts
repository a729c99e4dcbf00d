import { expect, onTestFinished, test } from 'vitest';
import type { WireEvent } from '../../../../protocol/events/events.ts';
import { UNKNOWN_SENDER } from '../../../../src/provider/budgets/sender.ts';
import { ErrorReportStore } from '../../../../src/provider/stores/error-report-store.ts';
import type { Databases } from '../../../../src/provider/database/open-database.ts';
import { readSecret } from '../../../../src/provider/database/secret.ts';
import { settleStatements } from '../../../../src/provider/budgets/holder-statements.ts';
import { ViewerReportStore } from '../../../../src/provider/stores/viewer-report-store.ts';
import { ViewerStore } from '../../../../src/provider/stores/viewer-store.ts';
import type { ReceivedBatch } from '../../../../src/provider/logs/event-store.ts';
import { ReceivedEventStore } from '../../../../src/provider/logs/received-event-store.ts';
import { ObservationStore } from '../../../../src/audience/observation/observation-store.ts';
import { DEFAULT_LIMITS } from '../../../../src/provider/settings/limits.ts';
import { createFakeClock, createSeededRandom, type FakeClock } from '../../../support/fake-clock.ts';
import { authorOf, eventStoreOf } from './budgets.ts';
import { batch, wireEvent } from './events.ts';
import { openServerDatabases } from './open-database.ts';
import { countOf } from './tables.ts';

const SESSION = '0123456789abcdef0123456789abcdef';
const NOBODY = { line: undefined, level: undefined, url: undefined, file: undefined, stack: undefined };

export function received(indexes: readonly number[], over: Partial<WireEvent> = {}, more: object = {}): ReceivedBatch {
  const request = batch(indexes, more);
  const events = request.events.map((event) => ({ ...event, ...over }));
  const sizes = { encoding: 'identity', wireBytes: 10, rawBytes: 20 } as const;
  return { endpoint: 'log_event', request: { ...request, events }, ...sizes, retryCount: 0, sentAtMs: undefined };
}

/** Contract of every store on any database; `newUrl` returns the address of an empty database. */
export function describeStores(newUrl: () => string | Promise<string>): void {
  async function open(clock: FakeClock = createFakeClock()) {
    const databases = await openServerDatabases({ url: await newUrl() }, clock);
    onTestFinished(() => databases.state.close());
    return { clock, ...databases, ...storesOf(databases, clock) };
  }

  test('a repeated event counts once in every total [L6]', async () => {
    const { events, observations } = await open();
    const dropped = [{ reason: 'main' as const, count: 3 }];
    expect(await events.add([received([1, 2, 3], {}, { dropped })])).toEqual({ accepted: 3, repeated: 0 });
    expect(await events.add([received([3, 4]), received([4, 5])])).toEqual({ accepted: 2, repeated: 2 });
    expect(await events.add([received([1], {}, { dropped })])).toEqual({ accepted: 0, repeated: 1 });
    expect(await observations.logTotals()).toMatchObject([
      { endpoint: 'log_event', batches: 4, events: 8, accepted: 5, repeated: 3, wireBytes: 40, rawBytes: 80 },
    ]);
    expect(await observations.eventTotals()).toMatchObject([{ name: 'hostCommand', tier: 100, count: 5 }]);
    expect(await observations.sessions(10)).toMatchObject([{ events: 5, repeats: 3, batches: 4, missing: 0 }]);
    expect(await observations.clientDrops()).toEqual([{ reason: 'main', count: 3 }]);
    expect(await observations.batches({ limit: 10 })).toMatchObject([{ accepted: 0 }, { accepted: 1 }, {}, {}]);
  });

  test('bodies sent in parallel are stored as if they had been sent one after the other', async () => {
    const { events, observations, state } = await open();
    const bodies = Array.from({ length: 40 }, (_, index) => received([index, index + 1, index + 2]));
    const counts = await Promise.all(bodies.map((body) => events.add([body])));
    expect(counts.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(42);
    expect(await countOf(state, 'events')).toBe(42);
    expect(await observations.logTotals()).toMatchObject([{ batches: 40, events: 120, accepted: 42, repeated: 78 }]);
  });

  test('the ranges of received events are returned within the requested bounds and for requested sessions only', async () => {
    const { events, state } = await open();
    await events.add([received([1, 2, 3, 7, 9, 10])]);
    const asked = [
      { id: SESSION, first: 2, last: 9 },
      { id: 'f'.repeat(32), first: 0, last: 9 },
    ];
    expect(await new ReceivedEventStore(state).find(asked)).toEqual({
      sequences: [
        {
          id: SESSION,
          ranges: [
            [2, 3],
            [7, 7],
            [9, 9],
          ],
        },
        { id: 'f'.repeat(32), ranges: [] },
      ],
    });
  });

  test('a response about received events has at most a thousand ranges in all', async () => {
    const { events, state } = await open();
    await events.add([received(Array.from({ length: 1_500 }, (_, index) => 2 * index))]);
    const store = new ReceivedEventStore(state);
    const ids = [SESSION, 'e'.repeat(32), 'f'.repeat(32), 'd'.repeat(32)];
    const rangesOf = async (sessions: readonly string[]) => {
      const { sequences } = await store.find(sessions.map((id) => ({ id, first: 0, last: 9_999 })));
      return sequences[0]?.ranges ?? [];
    };
    const alone = await rangesOf(ids.slice(0, 1));
    expect([alone.length, alone[0], alone.at(-1)]).toEqual([1_000, [0, 0], [1_998, 1_998]]);
    expect(await rangesOf(ids)).toHaveLength(250);
  });

  test('texts with any characters are stored, and totals are capped at the largest safe integer', async () => {
    const { events, observations, state } = await open();
    const name = 'h\u00F6f"lich\u{1F600}\'\\';
    await events.add([received([1], { name, payload: { text: 'a\0b', [name]: name } })]);
    await events.add([received([2], { name: 'nul\0name', sequence: { id: 'a\0', index: 0 } })]);
    const stored = await observations.events({ contains: name.slice(0, 3) }, { limit: 10 });
    expect(stored.map((event) => [event.name, JSON.parse(event.payload) as object])).toEqual([
      [name, { text: 'a\0b', [name]: name }],
    ]);
    expect((await observations.events({}, { limit: 1 }))[0]?.name).toBe('nul\uFFFDname');
    await state.execute(`UPDATE event_totals SET count = ${Number.MAX_SAFE_INTEGER - 1}`);
    await events.add([received([3, 4, 5], { name })]);
    expect((await observations.eventTotals())[0]?.count).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('event names past the thousandth count as other', async () => {
    const { events, state, observations } = await open();
    const made = Array.from({ length: 1_003 }, (_, index) => wireEvent(index, { name: `name${index}` }));
    for (let start = 0; start < made.length; start += 100) {
      const one = received([]);
      const request = { ...one.request, events: made.slice(start, start + 100) };
      await events.add([{ ...one, request }]);
    }
    // The statement counts the rows before its own batch, so one batch may end past the limit.
    expect(await countOf(state, 'event_totals')).toBeLessThanOrEqual(1_001 + 100);
    await events.add([received([2_000, 2_001], { name: 'another' })]);
    const totals = await observations.eventTotals();
    expect(totals.find(({ name }) => name === 'other')?.count).toBeGreaterThanOrEqual(2);
  });

  test('events are found by each field of a filter, and in pages', async () => {
    const { events, observations } = await open();
    await events.add([received([1, 2, 3]), received([4], { tier: 400, name: 'other' })]);
    const count = (filter: object): Promise<number> => observations.eventCount(filter);
    expect(await count({})).toBe(4);
    expect(await count({ tier: '400' })).toBe(1);
    expect(await count({ tier: 'abc' })).toBe(0);
    expect(await count({ name: 'other', endpoint: 'log_event' })).toBe(1);
    expect(await count({ session: SESSION, contains: 'playVideo-2' })).toBe(1);
    const ids = (await observations.events({}, { limit: 10 })).map(({ id }) => id);
    const [, second, third] = ids;
    expect((await observations.events({ tier: '100' }, { limit: 1, before: second })).map(({ id }) => id)).toEqual([
      third,
    ]);
    expect(await observations.events({}, { limit: 10, after: third })).toHaveLength(2);
    const narrow = observationsOf((await open()).state, 2);
    expect(await narrow.eventCount({ name: 'other' })).toBe(0);
  });

  test('concurrent reads of the signing key create one key', async () => {
    const { state } = await open();
    const random = createSeededRandom();
    const keys = await Promise.all([1, 2, 3].map(() => readSecret(state, random)));
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
  });

  test('a viewer keeps only the newest rows of each kind, and rows of other viewers stay', async () => {
    const { state, viewers } = await open();
    const channels = ['a', 'b', 'c', 'd', 'e'];
    await viewers.setSubscribed(authorOf('other'), channels, true, 10);
    await viewers.setSubscribed(authorOf('me'), channels, true, 3);
    await viewers.setSubscribed(authorOf('me'), ['c'], false, 3);
    for (const channel of channels) await viewers.setPreference(authorOf('me'), channel, 'none', 3);
    for (const videoId of channels)
      await viewers.addFeedback(authorOf('me'), { videoId, kind: 'report', cpn: undefined }, false, 3);
    const column = async (table: string, name: string, order: string): Promise<unknown[]> =>
      (await state.execute(`SELECT ${name} AS value FROM ${table} WHERE viewer = 'me' ORDER BY ${order}`)).rows.map(
        (row) => row['value'],
      );
    expect(await column('subscriptions', 'channel_id', 'rowid')).toEqual(['d', 'e', 'c']);
    expect(await column('channel_preferences', 'channel_id', 'rowid')).toEqual(['c', 'd', 'e']);
    expect(await column('feedback', 'video_id', 'id')).toEqual(['c', 'd', 'e']);
    expect((await viewers.stateOf('other', 'v', 'a')).subscribed).toBe(true);
  });

  test('the entries of all lists of a viewer are bounded in total, and new entries past the bound are not added', async () => {
    const { viewers } = await open();
    const add = (list: string, ...ids: string[]): Promise<void> =>
      viewers.editList(
        authorOf('me'),
        list,
        ids.map((videoId) => ({ add: true, videoId })),
        3,
      );
    await viewers.editList(authorOf('other'), 'WL', [{ add: true, videoId: 'x' }], 3);
    await add('WL', 'a', 'b', 'a');
    await add('MY', 'c', 'd');
    await add('ANOTHER', 'e');
    expect(await viewers.videoIds('me', 'WL')).toEqual(['a', 'b']);
    expect(await viewers.videoIds('me', 'MY')).toEqual(['c']);
    await viewers.editList(
      authorOf('me'),
      'WL',
      [
        { add: false, videoId: 'a' },
        { add: true, videoId: 'd' },
      ],
      3,
    );
    expect(await viewers.videoIds('me', 'WL')).toEqual(['b', 'd']);
  });

  test('a like replaces a dislike, and a viewer’s state has the latest opinion', async () => {
    const { viewers } = await open();
    const tell = (kind: string): Promise<void> =>
      viewers.addFeedback(authorOf('me'), { videoId: 'v', kind, cpn: 'c' }, true, 10);
    await tell('dislike');
    await tell('like');
    await viewers.setPreference(authorOf('me'), 'ch', 'occasional', 10);
    await viewers.editList(authorOf('me'), 'WL', [{ add: true, videoId: 'v' }], 10);
    expect(await viewers.stateOf('me', 'v', 'ch')).toMatchObject({
      subscribed: false,
      channelPreference: 'occasional',
      feedback: 'like',
      playlists: [{ contains: true }],
    });
    await tell('withdraw');
    expect(await viewers.stateOf('me', 'v', 'ch')).not.toHaveProperty('feedback');
  });

  test('a report is stored with its reason, and an opinion without a reason [N9]', async () => {
    const { state, viewers } = await open();
    const entry = { videoId: 'v', cpn: undefined };
    await viewers.addFeedback(authorOf('me'), { ...entry, kind: 'report', reason: 'violence' }, true, 10);
    await viewers.addFeedback(authorOf('me'), { ...entry, kind: 'report' }, true, 10);
    await viewers.addFeedback(authorOf('me'), { ...entry, kind: 'like', reason: 'spam' }, true, 10);
    const { rows } = await state.execute('SELECT kind, reason FROM feedback ORDER BY id');
    expect(rows.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['report', 'violence'],
      ['report', null],
      ['like', null],
    ]);
  });

  test('reports of one viewer count as one person, and reports of several viewers of a network as one network', async () => {
    const { clock, state, viewers, reports } = await open();
    const report = async (
      viewer: string,
      network: number,
      videoId = 'v',
      reason?: 'spam' | 'rights',
    ): Promise<void> => {
      const author = authorOf(`visitor:${viewer}`, { network, address: network + 100 });
      await viewers.addFeedback(author, { videoId, kind: 'report', reason }, true, 100);
      await clock.advance(1_000);
    };
    const startMs = clock.now();
    for (let repeat = 0; repeat < 40; repeat += 1) await report('a', 11, 'v', 'spam');
    await report('b', 11, 'v', 'spam');
    await report('b', 12, 'v', 'rights');
    await report('c', 13, 'w');
    await report('d', 14, 'w');
    expect(await countOf(state, 'feedback')).toBe(5);
    await state.batch(settleStatements(state.dialect), 'reclaim');
    const { reports: listed, more } = await reports.list(2);
    expect(more).toBe(1);
    expect(listed).toEqual([
      expect.objectContaining({ videoId: 'w', reason: null, people: 2, networks: 2 }),
      {
        ...{ videoId: 'v', reason: 'spam', people: 2, networks: 1, setAsideAtMs: null, newPeople: 0 },
        ...{ firstAtMs: startMs, lastAtMs: startMs + 40_000 },
      },
    ]);
    const { reports: all } = await reports.list(10);
    expect(all.at(-1)).toMatchObject({ videoId: 'v', reason: 'rights', people: 1, networks: 1 });
  });

  test('a report that is set aside is open again once another viewer sends it, or when it is reopened by hand', async () => {
    const { clock, viewers, reports } = await open();
    const report = async (viewer: string): Promise<void> => {
      await clock.advance(1_000);
      await viewers.addFeedback(authorOf(viewer), { videoId: 'v', kind: 'report', reason: 'spam' }, true, 10);
      await clock.advance(1_000);
    };
    const listed = async () => (await reports.list(10)).reports;
    await report('a');
    await reports.check();
    expect(reports.open).toMatchObject({ videos: 1, people: 1 });
    await reports.setAside('v', 'spam', true);
    expect(reports.open).toMatchObject({ videos: 0, people: 0 });
    await report('a');
    expect(await listed()).toMatchObject([{ people: 1, setAsideAtMs: clock.now() - 2_000, newPeople: 0 }]);
    await report('b');
    await reports.check();
    expect(reports.open).toMatchObject({ videos: 1, people: 1 });
    expect(await listed()).toMatchObject([{ people: 2, newPeople: 1 }]);
    await reports.setAside('v', 'spam', true);
    expect(await listed()).toMatchObject([{ newPeople: 0 }]);
    await reports.setAside('v', 'spam', false);
    expect(await listed()).toMatchObject([{ people: 2, setAsideAtMs: null }]);
    expect(reports.open).toMatchObject({ videos: 1, people: 2 });
  });

  test('an error report is stored with its fields', async () => {
    const { clock, state, observations } = await open();
    const store = new ErrorReportStore(state, clock);
    const report = { ...NOBODY, type: 'T', message: 'm\0', thread: 'page', sampleWeight: 2.5, activity: undefined };
    await store.add(report, UNKNOWN_SENDER);
    expect(await observations.errorReports({ limit: 5 })).toMatchObject([
      { type: 'T', line: null, thread: 'page', sampleWeight: 2.5, activity: null },
    ]);
    expect(await observations.errorReportCount()).toBe(1);
  });

  test('a transaction with an invalid statement changes nothing', async () => {
    const { state } = await open();
    const good = `INSERT INTO client_drops VALUES ('a', 1)`;
    await expect(state.batch([good, 'INSERT INTO nothing VALUES (1)'], 'write')).rejects.toThrow(/nothing/);
    expect(await countOf(state, 'client_drops')).toBe(0);
  });
}

function storesOf(databases: Databases, clock: FakeClock) {
  const { state } = databases;
  return {
    events: eventStoreOf(databases, clock),
    observations: observationsOf(state, DEFAULT_LIMITS.searchedEventsMax),
    viewers: new ViewerStore(state, clock),
    reports: new ViewerReportStore(state, clock),
  };
}

function observationsOf(state: Databases['state'], searchedEventsMax: number): ObservationStore {
  return new ObservationStore(state, { searchedEventsMax });
}
