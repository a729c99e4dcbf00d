import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createBudgets } from '../../../../src/provider/budgets/create-budgets.ts';
import { ForgottenPersons } from '../../../../src/provider/stores/forgotten-persons.ts';
import { PersonStore } from '../../../../src/provider/stores/person-store.ts';
import { ViewerStore } from '../../../../src/provider/stores/viewer-store.ts';
import { systemClock, systemRandom } from '../../../../src/provider/system.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { authorOf, eventStoreOf } from './budgets.ts';
import { wireEvent } from './events.ts';
import { openServerDatabases } from './open-database.ts';
import { received } from './store-contract.ts';
import { countOf } from './tables.ts';

const MINE = 'a'.repeat(32);
const OTHERS = 'b'.repeat(32);
const ID = 'abcdefghijklmno-';

/** Contract of the stored data of a person on any database; `newUrl` returns the address of an empty database. */
export function describePersons(newUrl: () => string | Promise<string>): void {
  async function open(eventsOfMine = 3) {
    const clock = createFakeClock();
    const databases = await openServerDatabases({ url: await newUrl() }, clock);
    const { state } = databases;
    onTestFinished(() => state.close());
    const events = eventStoreOf(databases, clock);
    const of = (session: string, from: number, count: number) =>
      Array.from({ length: count }, (_, index) =>
        wireEvent(0, { clientEventId: `${session}.${from + index}`, payload: { command: 'playVideo', args: [index] } }),
      );
    const send = (...list: ReturnType<typeof of>) => {
      const body = received([0]);
      return events.add([{ ...body, request: { ...body.request, events: list } }]);
    };
    for (let from = 1; from <= eventsOfMine; from += 400)
      await send(...of(MINE, from, Math.min(400, eventsOfMine - from + 1)));
    await send(...of(OTHERS, 1, 2));
    await send(...of(MINE, eventsOfMine + 1, 1), ...of(OTHERS, 3, 1));
    const viewers = new ViewerStore(state, clock);
    for (const viewer of [`visitor:${ID}`, `user:${ID}`]) {
      const author = authorOf(viewer);
      await viewers.addFeedback(author, { videoId: 'v', kind: 'like' }, true, 10);
      await viewers.addFeedback(author, { videoId: 'v', kind: 'report', reason: 'spam' }, true, 10);
      await viewers.setSubscribed(author, ['ch'], true, 10);
      await viewers.setPreference(author, 'ch', 'none', 10);
      await viewers.editList(author, 'WL', [{ add: true, videoId: 'v' }], 10);
    }
    const forgetting = new PersonStore(state, systemClock);
    return { state, clock, viewers, persons: new PersonStore(state, clock), forgetting };
  }
  const textOf = async (parts: AsyncIterable<string>): Promise<string> => {
    let text = '';
    for await (const part of parts) text += part;
    return text;
  };

  test('the export of a session has its events, but no number of its network and nothing of other sessions', async () => {
    const { persons, clock } = await open();
    const person = { kind: 'session', id: MINE } as const;
    expect(await persons.find(person)).toEqual({ events: 4, sessions: 1 });
    const text = await textOf(persons.export(person));
    const data = JSON.parse(text) as Record<string, { readonly [column: string]: unknown }[]>;
    expect(data).toMatchObject({ ...person, exportedAt: new Date(clock.now()).toISOString() });
    expect(data['events']).toHaveLength(4);
    expect(data['events']?.[0]).toMatchObject({ client_event_id: `${MINE}.1`, name: 'hostCommand' });
    expect(data['sessions']).toMatchObject([{ session_id: MINE }]);
    expect(text).not.toMatch(new RegExp(`${OTHERS}|holder|rowid`));
  });

  test('forgetting a session deletes all its events in chunks, with their batches and counts, and nothing of other sessions', async () => {
    const { state, forgetting, clock } = await open(1_200);
    const person = { kind: 'session', id: MINE } as const;
    const budgets = createBudgets(state, clock, 100_000_000);
    const rows = async () => (await budgets.report()).budgets.find(({ name }) => name === 'log')?.rows;
    expect(await rows()).toBe(1_206);
    expect(await forgetting.forget(person)).toEqual({ events: 1_201, sessions: 1 });
    expect(await forgetting.find(person)).toEqual({ events: 0, sessions: 0 });
    expect([await countOf(state, 'events'), await countOf(state, 'sessions'), await rows()]).toEqual([3, 1, 4]);
    // The batches with events of the other session stay.
    expect(await countOf(state, 'batches')).toBe(2);
    expect(await forgetting.forget(person)).toEqual({ events: 0, sessions: 0 });
  });

  test('a list whose videos were saved at the same moment is exported whole, with each video once', async () => {
    const { state, clock, persons } = await open();
    const videos = Array.from({ length: 900 }, (_, index) => `video-${index}`);
    const edits = videos.map((videoId) => ({ add: true, videoId }));
    await new ViewerStore(state, clock).editList(authorOf(`visitor:${ID}`), 'ALL', edits, 2_000);
    const data = JSON.parse(await textOf(persons.export({ kind: 'visitor', id: ID }))) as Record<string, object[]>;
    const saved = (data['playlist_items'] as { readonly video_id: string }[]).map(({ video_id }) => video_id);
    expect(saved.toSorted()).toEqual([...videos, 'v'].toSorted());
  });

  test('a visitor and an account with the same id are two persons, and forgetting the visitor keeps the account’s actions', async () => {
    const { state, persons } = await open();
    const all = { feedback: 2, subscriptions: 1, channel_preferences: 1, playlist_items: 1, viewers: 1 };
    expect(await persons.find({ kind: 'visitor', id: ID })).toEqual(all);
    const data = JSON.parse(await textOf(persons.export({ kind: 'account', id: ID }))) as Record<string, object[]>;
    expect(data['feedback']).toMatchObject([{ kind: 'like' }, { kind: 'report', reason: 'spam' }]);
    expect(data['playlist_items']).toMatchObject([{ playlist_id: 'WL', video_id: 'v' }]);
    expect(await persons.forget({ kind: 'visitor', id: ID })).toEqual(all);
    expect(await persons.find({ kind: 'account', id: ID })).toEqual(all);
    const { rows } = await state.execute('SELECT DISTINCT viewer FROM feedback');
    expect(rows).toMatchObject([{ viewer: `user:${ID}` }]);
  });

  test('the list of persons has every session, visitor and account with stored data', async () => {
    const { persons } = await open();
    const named = new Set<string>();
    for await (const { kind, id } of persons.all()) named.add(`${kind} ${id}`);
    expect(named).toEqual(new Set([`session ${MINE}`, `session ${OTHERS}`, `visitor ${ID}`, `account ${ID}`]));
  });

  test('a person who is listed but not yet deleted is forgotten at the next start, and data stored after a deletion stays', async () => {
    const { state, viewers, persons, forgetting } = await open();
    const path = join(await temporaryFolder(), 'forgotten.txt');
    const start = () => new ForgottenPersons({ database: state, persons: forgetting, random: systemRandom, path });
    const account = { kind: 'account', id: ID } as const;
    const crash = vi.spyOn(forgetting, 'forget').mockRejectedValueOnce(new Error('killed'));
    await expect(start().forget(account)).rejects.toThrow('killed');
    crash.mockRestore();
    expect(await persons.find(account)).toMatchObject({ feedback: 2 });
    await start().applyList();
    expect(await persons.find(account)).toMatchObject({ feedback: 0, viewers: 0 });
    expect(await persons.find({ kind: 'visitor', id: ID })).toMatchObject({ feedback: 2, viewers: 1 });
    const running = start();
    await Promise.all([running.forget({ kind: 'session', id: MINE }), running.forget({ kind: 'visitor', id: ID })]);
    for (const viewer of [`user:${ID}`, `visitor:${ID}`])
      await viewers.setSubscribed(authorOf(viewer), ['ch'], true, 10);
    await start().applyList();
    expect(await persons.find(account)).toMatchObject({ subscriptions: 1 });
    expect(await persons.find({ kind: 'visitor', id: ID })).toMatchObject({ subscriptions: 1 });
    expect(await persons.find({ kind: 'session', id: MINE })).toEqual({ events: 0, sessions: 0 });
  });
}
