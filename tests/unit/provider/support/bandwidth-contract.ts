import { expect, onTestFinished, test } from 'vitest';
import { BandwidthRecord, BANDWIDTH_WRITE_INTERVAL_MS } from '../../../../src/audience/bandwidth/bandwidth-record.ts';
import { BandwidthStore } from '../../../../src/audience/bandwidth/bandwidth-store.ts';
import type { BandwidthReport } from '../../../../protocol/provider/bandwidth-report.ts';
import { createBudgets } from '../../../../src/provider/budgets/create-budgets.ts';
import { DAY_MS, DEFAULT_LIMITS } from '../../../../src/provider/settings/limits.ts';
import type { SentBytes } from '../../../../src/provider/traffic/traffic.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { NOON_MS, viewerBatch, watched } from './audience-contract.ts';
import { eventStoreOf } from './budgets.ts';
import { openServerDatabases } from './open-database.ts';
import { countOf } from './tables.ts';

const NOBODY = { sentBytes: 0, measuredBytes: 0 };

/** Contract of the bandwidth counts on any database; `newUrl` returns the address of an empty database. */
export function describeBandwidth(newUrl: () => string | Promise<string>): void {
  async function open() {
    const clock = createFakeClock();
    await clock.advance(NOON_MS - clock.now());
    const databases = await openServerDatabases({ url: await newUrl() }, clock);
    const { state } = databases;
    let failures = 0;
    let isBroken = false;
    const openRecord = () => {
      let send: (sent: SentBytes) => void = () => undefined;
      const record = new BandwidthRecord({
        database: {
          ...state,
          dialect: state.dialect,
          batch: (...call) => (isBroken ? Promise.reject(new Error('broken')) : state.batch(...call)),
        },
        admission: createBudgets(state, clock, DEFAULT_LIMITS.databaseMaxBytes).admission,
        traffic: { subscribe: (listener) => (send = listener), sample: () => undefined },
        clock,
        onProblem: () => (failures += 1),
      });
      onTestFinished(() => record.close());
      const sent = (over: Partial<SentBytes> & { readonly host?: string } = {}): void => {
        const { host = 'school.example', ...more } = over;
        const site = { embedder: `https://${host}` };
        const sender = { network: 1, address: 2 };
        send({ ...{ kind: 'media', videoId: 'video', site, sender, bytes: 1_000 }, ...more });
      };
      return { record, sent };
    };
    onTestFinished(() => state.close());
    const store = new BandwidthStore(state);
    return {
      ...{ clock, state, openRecord, ...openRecord() },
      events: eventStoreOf(databases, clock),
      failures: () => failures,
      break: (broken: boolean) => (isBroken = broken),
      find: (videoId?: string): Promise<BandwidthReport> =>
        store.find({
          ...{ videoId, span: { fromMs: NOON_MS - DAY_MS, toMs: clock.now() + 1 }, nowMs: clock.now() },
          titleOf: (id) => ({ video: 'A video' })[id],
        }),
    };
  }

  test('bytes are summed by day, video, site and kind, and written once', async () => {
    const { clock, record, sent, find } = await open();
    sent();
    sent({ bytes: 500, kind: 'captions' });
    sent({ videoId: 'second', host: 'news.example', bytes: 200 });
    sent({ videoId: undefined, site: { embedder: undefined }, kind: 'scripts', bytes: 50 });
    sent({ videoId: undefined, kind: 'operator', bytes: 5 });
    await record.write();
    await record.write();
    await clock.advance(DAY_MS);
    sent({ bytes: 10_000 });
    await record.write();
    const all = await find();
    const of = (sentBytes: number) => ({ sentBytes, measuredBytes: 0 });
    expect(all).toMatchObject(of(11_755));
    expect(all.days.map(({ sentBytes }) => sentBytes)).toEqual([0, 1_755, 10_000]);
    expect(all.videos).toEqual([
      { id: 'video', title: 'A video', ...of(11_500) },
      { id: 'second', title: null, ...of(200) },
      { id: 'other', title: null, ...of(55) },
    ]);
    expect(all.hosts).toEqual([
      { name: 'school.example', ...of(11_500) },
      { name: 'news.example', ...of(200) },
      { name: 'opened on its own', ...of(50) },
      { name: 'operators and monitoring', ...of(5) },
    ]);
    expect(all.kinds.map(({ name, sentBytes }) => [name, sentBytes])).toEqual([
      ['media', 11_200],
      ['captions', 500],
      ['scripts', 50],
      ['operator', 5],
    ]);
    expect(all.month).toMatchObject(of(11_755));
    const { kinds, hosts, videos, month } = await find('second');
    expect([kinds, hosts, videos, month.sentBytes]).toEqual([
      [{ name: 'media', ...of(200) }],
      [{ name: 'news.example', ...of(200) }],
      [],
      200,
    ]);
  });

  test('bytes of several nodes are summed once each node has written its counts', async () => {
    const { record, sent, openRecord, find } = await open();
    const other = openRecord();
    sent();
    other.sent({ bytes: 500 });
    other.sent({ videoId: 'second', bytes: 50 });
    await Promise.all([record.write(), other.record.write()]);
    expect(await find()).toMatchObject({ sentBytes: 1_550 });
    expect(await find('video')).toMatchObject({ sentBytes: 1_500 });
  });

  test('a new month starts at zero, and bytes of earlier days stay in the report', async () => {
    const { clock, record, sent, find } = await open();
    sent();
    await record.write();
    clock.jumpWallClock(Date.UTC(2026, 1, 1) - clock.now());
    expect((await find()).month).toEqual({ fromMs: Date.UTC(2026, 1, 1), ...NOBODY });
    expect((await find()).sentBytes).toBe(1_000);
  });

  test('counts whose write has failed are written later', async () => {
    const { clock, sent, find, failures, ...database } = await open();
    database.break(true);
    for (const count of [1, 2]) {
      sent();
      await clock.advance(BANDWIDTH_WRITE_INTERVAL_MS);
      await expect.poll(failures).toBe(count);
    }
    database.break(false);
    // The next write is due one interval after the end of the last write.
    await clock.advance(2 * BANDWIDTH_WRITE_INTERVAL_MS);
    await expect
      .poll(async () => (await find()).hosts)
      .toEqual([{ name: 'school.example', sentBytes: 2_000, measuredBytes: 0 }]);
  });

  test('sites made up by one network count as other and leave rows for the sites of other networks', async () => {
    const { state, record, sent, find } = await open();
    for (let index = 0; index < 3_000; index++)
      sent({ host: `h${index}.example`, sender: { network: 9, address: 9 }, bytes: 1 });
    sent({ host: 'school.example', sender: { network: 10, address: 10 } });
    await record.write();
    const { hosts } = await find();
    expect(hosts.slice(0, 2).map(({ name, sentBytes }) => [name, sentBytes])).toEqual([
      ['other', 2_968],
      ['school.example', 1_000],
    ]);
    expect(await countOf(state, `audience_facts WHERE video_id = '' AND fact = 'sentTo'`)).toBe(34);
  });

  test('for streams on other servers, the bytes that players measured count, up to the bytes that they had time to load', async () => {
    const { events, record, sent, find } = await open();
    sent();
    await record.write();
    const known = { knownVideos: ['video', 'cdn'], videosElsewhere: ['cdn'] };
    const loaded = (videoId: string, loadedBytes: number) => watched(NOON_MS, [[0, 10]], { videoId, loadedBytes });
    await events.add([
      viewerBatch([loaded('cdn', 7_000), loaded('video', 900)], known),
      viewerBatch([loaded('cdn', -5)], known),
      viewerBatch([loaded('cdn', 1e15)], { ...known, originalUrl: 'https://liar.example' }),
    ]);
    const { videos, hosts, days, kinds } = await find();
    const mostBytes = 375_000_000;
    expect(videos).toEqual([
      { id: 'cdn', title: null, sentBytes: 0, measuredBytes: mostBytes + 7_000 },
      { id: 'video', title: 'A video', sentBytes: 1_000, measuredBytes: 0 },
    ]);
    expect(hosts.map(({ name, measuredBytes }) => [name, measuredBytes])).toEqual([
      ['liar.example', mostBytes],
      ['news.example', 7_000],
      ['school.example', 0],
    ]);
    expect(days.at(-1)).toMatchObject({ sentBytes: 1_000, measuredBytes: mostBytes + 7_000 });
    expect(kinds).toHaveLength(1);
  });
}
