import { expect, onTestFinished, test } from 'vitest';
import { ViewingStore } from '../../../../src/provider/stores/viewing-store.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { openServerDatabases } from './open-database.ts';
import { countOf } from './tables.ts';

/** Contract of the places of a video on any database; `newUrl` returns the address of an empty database. */
export function describeViewing(newUrl: () => string | Promise<string>): void {
  async function openPlaces(placesMax: number) {
    const clock = createFakeClock();
    const { state } = await openServerDatabases({ url: await newUrl() }, clock);
    onTestFinished(() => state.close());
    const viewing = new ViewingStore(state, clock);
    return {
      clock,
      countSessions: () => countOf(state, 'viewing_sessions'),
      beat(session: string, startedMs: number, network = 1, address = network + 10) {
        const beat = { session, videoId: 'v', startedMs, sequenceNumber: 1, sender: { network, address } };
        return viewing.beat(beat, { aliveForMs: 60_000, placesMax });
      },
    };
  }

  test('the newest sessions have the places of a video, and sessions without heartbeats end', async () => {
    const { clock, beat } = await openPlaces(1);
    const startMs = clock.now();
    expect(await beat('a', startMs)).toBe('watching');
    expect(await beat('b', startMs + 1)).toBe('watching');
    expect(await beat('a', startMs)).toBe('displaced');
    clock.jumpWallClock(61_000);
    expect(await beat('a', startMs)).toBe('watching');
    expect(await beat('late', startMs - 90_000_000)).toBe('expired');
  });

  test('new sessions of one network take at most one place from the viewers of other networks', async () => {
    const { clock, beat, countSessions } = await openPlaces(3);
    const startMs = clock.now();
    const viewers = [
      ['home', 1],
      ['school', 2],
    ] as const;
    for (const [name, network] of viewers) expect(await beat(name, startMs, network)).toBe('watching');
    for (let index = 0; index < 20; index += 1)
      expect(await beat(`flood ${index}`, startMs + 1 + index, 9, 100 + index)).toBe('watching');
    for (const [name, network] of viewers) expect(await beat(name, startMs, network)).toBe('watching');
    // An earlier session of the flood has made room for a later one.
    expect(await beat('flood 18', startMs + 19, 9, 118)).toBe('displaced');
    expect(await beat('flood 19', startMs + 20, 9, 119)).toBe('watching');
    // Sessions without a place are deleted: every heartbeat would have to sort them.
    expect(await countSessions()).toBe(3);
  });

  test('within a network, new sessions of one address do not displace the session of another address', async () => {
    const { clock, beat } = await openPlaces(2);
    const startMs = clock.now();
    expect(await beat('neighbour', startMs, 1, 11)).toBe('watching');
    for (let index = 0; index < 5; index += 1)
      expect(await beat(`flood ${index}`, startMs + 1 + index, 1, 12)).toBe('watching');
    expect(await beat('neighbour', startMs, 1, 11)).toBe('watching');
  });

  test('a network may have all places until a viewer of another network needs one', async () => {
    const { clock, beat } = await openPlaces(3);
    const startMs = clock.now();
    for (const pupil of [1, 2, 3]) expect(await beat(`pupil ${pupil}`, startMs + pupil, 1, 11)).toBe('watching');
    for (const pupil of [1, 2, 3]) expect(await beat(`pupil ${pupil}`, startMs + pupil, 1, 11)).toBe('watching');
    expect(await beat('home', startMs, 2, 22)).toBe('watching');
    expect(await beat('pupil 1', startMs + 1, 1, 11)).toBe('displaced');
    expect(await beat('pupil 2', startMs + 2, 1, 11)).toBe('watching');
  });
}
