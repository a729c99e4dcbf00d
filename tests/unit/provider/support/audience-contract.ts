import { expect, onTestFinished, test } from 'vitest';
import { AudienceStore } from '../../../../src/audience/reports/audience-store.ts';
import { findPeriod, type WatchedPeriod } from '../../../../src/audience/reports/viewers-report.ts';
import { FailureStore } from '../../../../src/audience/reports/failure-store.ts';
import type { ReportSpan } from '../../../../src/audience/report-span.ts';
import type { ReceivedBatch } from '../../../../src/provider/logs/event-store.ts';
import { DAY_MS } from '../../../../src/provider/settings/limits.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { eventStoreOf, retentionOf } from './budgets.ts';
import { openServerDatabases } from './open-database.ts';
import { countOf } from './tables.ts';

export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;
/** A Monday, at noon. */
export const NOON_MS = Date.UTC(2026, 0, 5, 12);
const PHONE = { browser: 'Safari', device: 'iPhone' };

export type Told = readonly [name: string, payload: object, atMs: number];

let sessions = 0;
let playbacks = 0;

/** A batch of events from a new session. */
export function viewerBatch(
  told: readonly Told[],
  over: Partial<ReceivedBatch> & { originalUrl?: string } = {},
): ReceivedBatch {
  const { originalUrl = 'https://news.example', ...more } = over;
  const session = (sessions += 1).toString(16).padStart(32, '0');
  const client = { clientName: 'WEB_EMBEDDED_PLAYER', clientVersion: '1', originalUrl };
  const events = told.map(([name, payload, eventTimeMs], index) => ({
    clientEventId: `${session}.${index}`,
    eventTimeMs,
    tier: 100,
    sequence: { id: 'main', index },
    name,
    payload: { ...payload },
  }));
  const sizes = { encoding: 'identity', wireBytes: 10, rawBytes: 20 } as const;
  return {
    ...{ endpoint: 'video_stats', request: { context: { client }, events }, ...sizes, retryCount: 0 },
    ...{ sentAtMs: undefined, device: PHONE },
    ...more,
  };
}

export const started = (atMs: number, over: object = {}): Told => [
  'playbackStarted',
  {
    videoId: 'video',
    cpn: `playback-${(playbacks += 1)}`,
    startUpMs: 200,
    engine: 'worker',
    quality: 'hd720',
    ...over,
  },
  atMs,
];
export const watched = (atMs: number, ranges: readonly (readonly number[])[], over: object = {}): Told => [
  'playbackWatched',
  { videoId: 'video', ranges, before: [], quality: 'hd720', ...over },
  atMs,
];

const VIDEOS: Readonly<Record<string, { title: string; lengthSeconds: number; isLive: boolean }>> = {
  video: { title: 'A video', lengthSeconds: 100, isLive: false },
  lengthless: { title: 'A video whose length only its media say', lengthSeconds: 0, isLive: false },
};

/** Contract of the audience counts on any database; `newUrl` returns the address of an empty database. */
export function describeAudience(newUrl: () => string | Promise<string>): void {
  async function open() {
    const clock = createFakeClock();
    await clock.advance(NOON_MS + HOUR_MS - clock.now());
    const databases = await openServerDatabases({ url: await newUrl() }, clock);
    const { state } = databases;
    onTestFinished(() => state.close());
    const store = new AudienceStore(state);
    const day: ReportSpan = { fromMs: NOON_MS - 12 * HOUR_MS, toMs: NOON_MS + 12 * HOUR_MS, stepMs: HOUR_MS };
    return {
      clock,
      state,
      databases,
      events: eventStoreOf(databases, clock),
      find: (videoId?: string, span: Partial<ReportSpan> = {}): Promise<WatchedPeriod> =>
        findPeriod(store, { videoId, span: { ...day, ...span }, videoOf: (id) => VIDEOS[id] }),
    };
  }

  test('views, start-up time, stalls, qualities and frames are counted by hour, for a video and for all', async () => {
    const { events, find } = await open();
    const stalled: Told = [
      'playbackStalled',
      { videoId: 'video', mediaTimeSeconds: 9, durationMs: 1_500 },
      NOON_MS + 2,
    ];
    const frames: Told = ['playbackFrames', { videoId: 'video', droppedFrames: 5, totalFrames: 500 }, NOON_MS + 3];
    await events.add([
      viewerBatch([started(NOON_MS), stalled, frames, watched(NOON_MS + 30 * MINUTE_MS, [[0, 1_800]])]),
      viewerBatch([started(NOON_MS + 1, { startUpMs: 4_000 }), started(NOON_MS - 1, { videoId: 'other-video' })]),
    ]);
    const video = await find('video');
    expect(video.totals).toMatchObject({
      views: 2,
      watchedMs: 1_800_000,
      stalls: 1,
      stalledMs: 1_500,
      stallsPerHour: 2,
      droppedShare: 0.01,
      qualityMs: { hd720: 1_800_000 },
    });
    expect(video.totals.startUpMs?.p50).toBeGreaterThan(160);
    expect(video.totals.startUpMs?.p50).toBeLessThan(240);
    expect(video.totals.startUpMs?.p99).toBeGreaterThan(3_200);
    expect(video.totals.startUpMs?.p99).toBeLessThan(4_800);
    expect(video.points.map(({ views }) => views)).toEqual([
      ...Array<number>(12).fill(0),
      2,
      ...Array<number>(11).fill(0),
    ]);
    const all = await find();
    expect(all.totals.views).toBe(3);
    expect(all.points[11]?.views).toBe(1);
    expect(all.videos).toEqual([
      { id: 'video', title: 'A video', views: 2, watchedMs: 1_800_000 },
      { id: 'other-video', title: null, views: 1, watchedMs: 0 },
    ]);
  });

  test('an event counts once even if it is repeated within its batch and in a later batch', async () => {
    const { events, find } = await open();
    const batch = viewerBatch([started(NOON_MS), watched(NOON_MS + MINUTE_MS, [[0, 30]])]);
    const { request } = batch;
    const doubled = { ...batch, request: { ...request, events: [...request.events, ...request.events] } };
    expect(await events.add([doubled, batch])).toEqual({ accepted: 2, repeated: 4 });
    await events.add([batch]);
    const { totals, film } = await find('video');
    expect([totals.views, totals.watchedMs, film?.points[0]?.played]).toEqual([1, 30_000, 1]);
  });

  test('views are counted by host, browser and device, and errors by code, outcome and device', async () => {
    const { events, find } = await open();
    const failed: Told = [
      'playbackFailed',
      { videoId: 'video', code: 'net.timeout', message: 'x', mediaTimeSeconds: 0 },
      NOON_MS,
    ];
    const again: Told = [
      'playbackError',
      { videoId: 'video', code: 'net.timeout', detail: 'x', fatal: true, mediaTimeSeconds: 0 },
      NOON_MS,
    ];
    const mended: Told = [
      'playbackError',
      { videoId: 'video', code: '', detail: 'fragLoadError, after 3 s', fatal: false, mediaTimeSeconds: 0 },
      NOON_MS,
    ];
    const computer = { browser: 'Firefox', device: 'Windows' };
    await events.add([
      viewerBatch([started(NOON_MS), mended, watched(NOON_MS, [[0, 60]]), failed, again]),
      viewerBatch([started(NOON_MS), failed], { device: computer, originalUrl: 'https://School.example:8443' }),
      viewerBatch([started(NOON_MS)], { device: computer, originalUrl: 'null' }),
    ]);
    const video = await find('video');
    expect(video.hosts).toEqual([
      { name: 'hidden', count: 1 },
      { name: 'news.example', count: 1 },
      { name: 'school.example:8443', count: 1 },
    ]);
    expect(video.browsers).toEqual([
      { name: 'Firefox', count: 2 },
      { name: 'Safari', count: 1 },
    ]);
    expect(video.devices.map(({ name }) => name)).toEqual(['Windows', 'iPhone']);
    expect(video.errors).toEqual([
      {
        code: 'net.timeout',
        outcome: 'shown',
        count: 2,
        devices: [
          { ...computer, count: 1 },
          { ...PHONE, count: 1 },
        ],
      },
      { code: 'fragLoadError', outcome: 'recovered', count: 1, devices: [{ ...PHONE, count: 1 }] },
    ]);
  });

  const requested: Told = ['playbackRequested', { videoId: 'video', by: 'viewer' }, NOON_MS];
  const cause = (mediaTimeSeconds = 0): Told => [
    'playbackError',
    { videoId: 'video', code: '', detail: 'fragLoadError', fatal: false, mediaTimeSeconds },
    NOON_MS,
  ];
  const failed: Told = [
    'playbackFailed',
    { videoId: 'video', code: 'net.badstatus', message: '', mediaTimeSeconds: 0 },
    NOON_MS,
  ];
  const outcomesOf = ({ errors }: Pick<WatchedPeriod, 'errors'>) =>
    Object.fromEntries(errors.map(({ code, outcome, count }) => [`${code} ${outcome}`, count]));

  test('attempts are counted as started, as failed or as left before the first frame', async () => {
    const { events, find } = await open();
    const abandoned = viewerBatch([requested]);
    await events.add([
      viewerBatch([requested, cause(), started(NOON_MS), watched(NOON_MS, [[0, 60]]), requested]),
      viewerBatch([requested, cause(), cause(), failed, requested, failed]),
      viewerBatch([started(NOON_MS), cause(), failed]),
      viewerBatch([failed]),
      abandoned,
      abandoned,
    ]);
    const period = await find('video');
    expect(period.totals).toMatchObject({ views: 2, attempts: 6, failed: 4, failedShare: 4 / 6, startFailed: 3 });
    expect(period.totals).toMatchObject({ leftEarly: 1, leftEarlyShare: 1 / 6 });
    expect(outcomesOf(period)).toEqual({
      'net.badstatus shown': 4,
      'fragLoadError ended': 3,
      'fragLoadError recovered': 1,
    });
  });

  test('an error that ended a playback does not count as recovered, although the buffer played on after it', async () => {
    const { events, find } = await open();
    const page = viewerBatch([
      ...[requested, started(NOON_MS), cause(20), watched(NOON_MS, [[0, 30]]), cause(32)],
      ...[watched(NOON_MS, [[30, 60]]), failed],
    ]);
    const { events: all } = page.request;
    // Sends each event in its own request, and two of the events twice.
    for (const one of [...all.slice(0, 6), ...all.slice(4)])
      await events.add([{ ...page, request: { ...page.request, events: [one] } }]);
    expect(outcomesOf(await find('video'))).toEqual({ 'net.badstatus shown': 1, 'fragLoadError ended': 2 });
  });

  test('events that arrive after the failure to which they led count neither as recovered nor as a further attempt', async () => {
    const { events, find } = await open();
    const at = ([name, payload]: Told, atMs: number): Told => [name, payload, atMs];
    const [failedAt, again] = [NOON_MS + 10, NOON_MS + 20];
    await events.add([
      viewerBatch([
        ...[at(failed, failedAt), at(requested, NOON_MS), at(cause(), NOON_MS + 5), at(cause(), failedAt + 1)],
        ...[at(requested, again), at(cause(), failedAt - 1), started(again), watched(NOON_MS + HOUR_MS, [[0, 60]])],
      ]),
    ]);
    const period = await find('video');
    expect(outcomesOf(period)).toEqual({ 'net.badstatus shown': 1, 'fragLoadError ended': 3 });
    expect(period.totals).toMatchObject({ attempts: 2, failed: 1, views: 1 });
  });

  test('an error counts as open until playback continues past the loaded seconds or reaches the end of the video', async () => {
    const { events, find } = await open();
    const ended: Told = [
      'playerStateChanged',
      { from: 1, to: 0, mediaTimeSeconds: 30, videoId: 'video' },
      NOON_MS + HOUR_MS,
    ];
    const beginning = [requested, cause(), started(NOON_MS), watched(NOON_MS, [[0, 30]])];
    await events.add([viewerBatch(beginning)]);
    expect(outcomesOf(await find('video'))).toEqual({ 'fragLoadError open': 1 });
    await events.add([
      viewerBatch([...beginning, watched(NOON_MS + HOUR_MS, [[30, 45]])]),
      viewerBatch([...beginning, ended]),
    ]);
    expect(outcomesOf(await find('video'))).toEqual({ 'fragLoadError open': 1, 'fragLoadError recovered': 2 });
    // No hour gets a negative count when an error moves from open to recovered.
    expect(outcomesOf(await find('video', { fromMs: NOON_MS + HOUR_MS }))).toEqual({ 'fragLoadError recovered': 2 });
  });

  test('failures are listed by video, site, browser and country, with the attempts of each', async () => {
    const { events, state } = await open();
    const school = { originalUrl: 'https://school.example', country: 'DE' };
    const firefox = { device: { browser: 'Firefox', device: 'Linux' } };
    const other: Told = ['playbackRequested', { videoId: 'second', by: 'viewer' }, NOON_MS];
    await events.add([
      viewerBatch([requested, failed], school),
      viewerBatch([requested, failed], { ...school, ...firefox }),
      viewerBatch([requested, started(NOON_MS)], school),
      viewerBatch([requested, started(NOON_MS)], { country: 'FR' }),
      viewerBatch([other], firefox),
    ]);
    const span = { fromMs: NOON_MS - HOUR_MS, toMs: NOON_MS + HOUR_MS, stepMs: HOUR_MS };
    const store = new FailureStore(state);
    expect(await store.find(undefined, span)).toEqual({
      videos: [{ name: 'video', attempts: 4, failed: 2 }],
      hosts: [{ name: 'school.example', attempts: 3, failed: 2 }],
      browsers: [
        { name: 'Firefox', attempts: 2, failed: 1 },
        { name: 'Safari', attempts: 3, failed: 1 },
      ],
      countries: [{ name: 'DE', attempts: 3, failed: 2 }],
    });
    expect(await store.find('second', span)).toEqual({ videos: [], hosts: [], browsers: [], countries: [] });
  });

  test('for each second of a video, viewers who played, repeated and skipped it are counted', async () => {
    const { events, find } = await open();
    await events.add([
      viewerBatch([
        watched(NOON_MS, [[0, 30]]),
        watched(NOON_MS, [[30, 40]], { before: [[0, 30]] }),
        watched(NOON_MS, [[60, 70], [10, 20]], { before: [[0, 40]] }), // prettier-ignore
      ]),
      viewerBatch([watched(NOON_MS, [[5, 10]])]),
    ]);
    const points = (await find('video')).film?.points ?? [];
    const at = (second: number) => points.find((point) => point.second === second);
    expect(points).toHaveLength(100);
    expect(at(0)).toEqual({ second: 0, played: 1, repeated: 0, skipped: 0 });
    expect(at(7)).toEqual({ second: 7, played: 2, repeated: 0, skipped: 0 });
    expect(at(15)).toEqual({ second: 15, played: 2, repeated: 1, skipped: 0 });
    expect(at(35)).toEqual({ second: 35, played: 1, repeated: 0, skipped: 0 });
    expect(at(50)).toEqual({ second: 50, played: 0, repeated: 0, skipped: 1 });
    expect(at(65)).toEqual({ second: 65, played: 1, repeated: 0, skipped: 0 });
    expect(at(99)).toEqual({ second: 99, played: 0, repeated: 0, skipped: 0 });
  });

  test('a video of unknown length has views, but no curve of its seconds', async () => {
    const { events, find } = await open();
    await events.add([viewerBatch([started(NOON_MS, { videoId: 'lengthless' })])]);
    const { totals, film } = await find('lengthless');
    expect([totals.views, film]).toEqual([1, null]);
  });

  test('concurrent viewers are counted in the minutes before each report of watched time', async () => {
    const { events, find } = await open();
    const viewers = [1, 2, 3].map(() =>
      viewerBatch([started(NOON_MS - 5 * MINUTE_MS), watched(NOON_MS + 2 * MINUTE_MS, [[0, 420]])]),
    );
    await events.add(viewers);
    const { points } = await find();
    // Three viewers watch from 11:55 to 12:02: all of the five minutes before noon, and two of the five after it.
    expect([points[11]?.viewersAtOnce, points[12]?.viewersAtOnce]).toEqual([3, 1.2]);
  });

  test('absurd ranges, times and ids of a sender are bounded', async () => {
    const { events, find } = await open();
    const absurd = [[-5, 1e300]];
    await events.add([
      viewerBatch([
        watched(NOON_MS, absurd),
        started(NOON_MS, { startUpMs: -1 }),
        started(NOON_MS, { videoId: '../a b' }),
      ]),
      viewerBatch([started(NOON_MS + 90 * DAY_MS), started(0, { startUpMs: 1e300 })]),
      viewerBatch([['playbackStarted', { videoId: 'video' }, NOON_MS]]),
    ]);
    const { totals } = await find();
    expect(totals).toMatchObject({ views: 4, watchedMs: 2 * MINUTE_MS });
    expect((await find('other')).totals.views).toBe(1);
  });

  test('a playback counts as one view however often its start is reported, and a session has at most ten views of a video', async () => {
    const { events, find } = await open();
    const often = (cpn: (index: number) => object): ReceivedBatch =>
      viewerBatch(Array.from({ length: 90 }, (_, index) => started(NOON_MS + index, cpn(index))));
    await events.add([often(() => ({ cpn: 'one' }))]);
    expect((await find('video')).totals.views).toBe(1);
    await events.add([often(() => ({ cpn: undefined }))]);
    expect((await find('video')).totals.views).toBe(2);
    await events.add([often((index) => ({ cpn: `made-up-${index}` }))]);
    expect((await find('video')).totals.views).toBe(12);
  });

  test('watched time is limited to the length of the video, and to the duration of the session at double speed', async () => {
    const { events, find } = await open();
    const known = { knownVideos: ['video'], videoSeconds: { video: 28 } };
    await events.add([viewerBatch([watched(NOON_MS, [[0, 1e300]])], known)]);
    expect((await find('video')).totals.watchedMs).toBe(29_000);
    const played = (minutes: number): Told =>
      watched(
        NOON_MS + minutes * MINUTE_MS,
        Array.from({ length: 90 }, () => [0, 28]),
      );
    await events.add([viewerBatch([played(0), played(1), played(1), played(2)], known)]);
    expect((await find('video')).totals.watchedMs).toBe(29_000 + 6 * MINUTE_MS);
  });

  test('frames are limited to those for which a session had time, and dropped frames to the total', async () => {
    const { events, find } = await open();
    const frames = (minutes: number, droppedFrames: number, totalFrames: number): Told => [
      'playbackFrames',
      { videoId: 'video', droppedFrames, totalFrames },
      NOON_MS + minutes * MINUTE_MS,
    ];
    const honest = Array.from({ length: 20 }, () =>
      viewerBatch(Array.from({ length: 30 }, (_, index) => frames(index / 2, 0, 750))),
    );
    await events.add([...honest, viewerBatch([frames(0, 1e9, 1e9)]), viewerBatch([frames(0, -1e9, -1e9)])]);
    const { droppedShare } = (await find('video')).totals;
    expect(droppedShare).toBeCloseTo(7_200 / (450_000 + 7_200), 5);
    await events.add([viewerBatch([frames(0, 20, 1_000), frames(1, 1e9, 10)])]);
    expect((await find('video')).totals.droppedShare).toBeCloseTo(7_230 / (450_000 + 8_210), 5);
  });

  test('in an hour, start-up times and frames of at most thirty sessions of an address count, and views of all its sessions', async () => {
    const { events, find } = await open();
    const script = Array.from({ length: 80 }, () =>
      viewerBatch(
        [
          started(NOON_MS, { startUpMs: 1e308 }),
          ['playbackFrames', { videoId: 'video', droppedFrames: 1_000, totalFrames: 1_000 }, NOON_MS],
        ],
        { sender: { network: 7, address: 8 } },
      ),
    );
    const viewers = Array.from({ length: 40 }, (_, index) =>
      viewerBatch(
        [
          started(NOON_MS, { startUpMs: 200 }),
          ['playbackFrames', { videoId: 'video', droppedFrames: 0, totalFrames: 1_000 }, NOON_MS],
        ],
        { sender: { network: 100 + index, address: 1_000 + index } },
      ),
    );
    await events.add([...script, ...viewers]);
    const { totals } = await find('video');
    expect(totals.views).toBe(120);
    expect(totals.startUpMs?.p50).toBeLessThan(250);
    expect(totals.droppedShare).toBeCloseTo(30 / 70, 5);
  });

  test('a view with a negative start-up time counts, but the time is in no percentile', async () => {
    const { events, find } = await open();
    await events.add([viewerBatch([started(NOON_MS, { startUpMs: -5 }), started(NOON_MS, { startUpMs: 4_000 })])]);
    const { totals } = await find('video');
    expect(totals.views).toBe(2);
    expect(totals.startUpMs?.p50).toBeGreaterThan(3_000);
  });

  test('a view that arrives a month late counts on its own day, and an older view on the day of its arrival', async () => {
    const { events, find } = await open();
    await events.add([viewerBatch([started(NOON_MS - 30 * DAY_MS), started(NOON_MS - 34 * DAY_MS)])]);
    const dayOf = (ageDays: number) => ({
      fromMs: NOON_MS - (ageDays * 24 + 12) * HOUR_MS,
      toMs: NOON_MS - (ageDays * 24 - 12) * HOUR_MS,
    });
    expect((await find('video', dayOf(30))).totals.views).toBe(1);
    expect((await find('video', dayOf(34))).totals.views).toBe(0);
    expect((await find('video')).totals.views).toBe(1);
  });

  test('names past the limit of an hour count as other, even in a process that has not counted the earlier names', async () => {
    const { clock, state, databases } = await open();
    const errors = (first: number): Told[] =>
      Array.from({ length: 100 }, (_, index) => [
        'playbackFailed',
        { videoId: 'video', code: `e${first + index}`, message: '', mediaTimeSeconds: 0 },
        NOON_MS,
      ]);
    const named = (fact: string): Promise<number> =>
      countOf(state, `audience_facts WHERE video_id = '' AND fact = '${fact}' AND key <> 'other'`);
    for (let first = 0; first < 1_200; first += 100)
      await eventStoreOf(databases, clock).add([viewerBatch(errors(first), { knownVideos: ['video'] })]);
    expect(await named('error')).toBe(500);
    expect(await countOf(state, `audience_facts WHERE video_id = 'video' AND fact = 'error' AND key = 'other'`)).toBe(
      1,
    );
    // A name that already has a row is still counted there.
    const store = eventStoreOf(databases, clock);
    for (const _ of [1, 2]) await store.add([viewerBatch(errors(0).slice(0, 1), { knownVideos: ['video'] })]);
    const { rows } = await state.execute(
      `SELECT value FROM audience_facts WHERE video_id = 'video' AND fact = 'error' AND key LIKE 'e0/%'`,
    );
    expect(rows).toMatchObject([{ value: 3 }]);
  });

  test('names sent by few networks give up their rows to a name sent by many networks', async () => {
    const { events, state } = await open();
    const failed = (code: string): Told => [
      'playbackFailed',
      { videoId: 'video', code, message: '', mediaTimeSeconds: 0 },
      NOON_MS,
    ];
    const viewOf = (network: number, codes: readonly string[]): ReceivedBatch =>
      viewerBatch([started(NOON_MS), ...codes.map(failed)], {
        ...{ sender: { network, address: network + 1_000 }, knownVideos: ['video'] },
      });
    for (const network of [1, 2])
      for (let first = 0; first < 520; first += 40)
        await events.add([
          viewOf(
            network,
            Array.from({ length: 40 }, (_, index) => `e${network}-${first + index}`),
          ),
        ]);
    for (let network = 10; network < 30; network++)
      await events.add([viewOf(network, ['net.badstatus', 'net.badstatus'])]);
    const errorsOf = (video: string): string => `audience_facts WHERE video_id = '${video}' AND fact = 'error'`;
    const { rows } = await state.execute(`SELECT value FROM ${errorsOf('')} AND key LIKE 'net.badstatus/%'`);
    expect(rows).toMatchObject([{ value: 40 }]);
    // The counts of a displaced name are added to `other`, and there are no more rows than the limit.
    expect(await countOf(state, errorsOf(''))).toBe(500);
    for (const video of ['', 'video'])
      expect((await state.execute(`SELECT sum(value) AS sum FROM ${errorsOf(video)}`)).rows).toMatchObject([
        { sum: 1_080 },
      ]);
  });

  test('views and seconds of a video that is not in the catalog count for the video other', async () => {
    const { events, state, find } = await open();
    const made = { videoId: 'made-up' };
    await events.add([
      viewerBatch([started(NOON_MS), started(NOON_MS, made), watched(NOON_MS, [[0, 9]], made)], {
        knownVideos: ['video'],
      }),
    ]);
    expect((await find()).videos.map(({ id, views }) => [id, views])).toEqual([
      ['other', 1],
      ['video', 1],
    ]);
    expect((await find()).totals.views).toBe(2);
    for (const table of ['audience_facts', 'audience_seconds'])
      expect(await countOf(state, `${table} WHERE video_id = 'made-up'`)).toBe(0);
    expect(await countOf(state, `audience_seconds WHERE video_id = 'other'`)).toBe(2);
  });

  test('while the catalog is unknown, five thousand videos get rows in an hour', async () => {
    const { events, state } = await open();
    // Rows as if 4,999 videos had been counted before.
    const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4999) SELECT i FROM n`;
    await state.execute(`INSERT INTO audience_facts (video_id, at_ms, fact, key, value)
      SELECT '/each', ${NOON_MS}, 'watched', 'v' || i, 0 FROM (${numbers}) AS numbers`);
    for (const videoId of ['last', 'one-more', 'v1', 'last'])
      await events.add([viewerBatch([started(NOON_MS, { videoId }), watched(NOON_MS, [[0, 9]], { videoId })])]);
    const ids = `SELECT video_id, value FROM audience_facts WHERE fact = 'views' AND video_id NOT LIKE '/%' ORDER BY video_id`;
    expect((await state.execute(ids)).rows).toMatchObject([
      { video_id: '', value: 4 },
      { video_id: 'last', value: 2 },
      { video_id: 'other', value: 1 },
      { video_id: 'v1', value: 1 },
    ]);
    expect(await countOf(state, `audience_seconds WHERE video_id = 'one-more'`)).toBe(0);
  });

  test('events of a sender who may add no rows count for existing names, and otherwise for other', async () => {
    const { clock, state, databases, events } = await open();
    await events.add([viewerBatch([started(NOON_MS), watched(NOON_MS, [[0, 9]])], { knownVideos: ['video', 'new'] })]);
    const admission = { mayAdd: () => Promise.resolve(false) };
    const strict = eventStoreOf(databases, clock, admission);
    const told = [
      started(NOON_MS),
      started(NOON_MS, { videoId: 'new' }),
      watched(NOON_MS, [[0, 5]], { videoId: 'new' }),
    ];
    await strict.add([viewerBatch(told, { knownVideos: ['video', 'new'], originalUrl: 'https://another.example' })]);
    const views = `SELECT video_id, value FROM audience_facts WHERE fact = 'views' ORDER BY video_id`;
    expect((await state.execute(views)).rows).toMatchObject([
      { video_id: '', value: 3 },
      { video_id: '/each', value: 1 },
      { video_id: '/each', value: 2 },
      { video_id: 'other', value: 1 },
      { video_id: 'video', value: 2 },
    ]);
    expect(await countOf(state, `audience_facts WHERE key LIKE 'another%' OR video_id = 'new' OR key = 'new'`)).toBe(0);
    expect(await countOf(state, `audience_seconds WHERE video_id = 'new'`)).toBe(0);
  });

  test('old hours are joined to days once, without a change of the totals, and outlive the events', async () => {
    const { clock, events, find, state } = await open();
    const morning = NOON_MS - 12 * HOUR_MS;
    await events.add([
      viewerBatch([started(morning), started(NOON_MS), watched(NOON_MS, [[0, 60]])]),
      viewerBatch([started(NOON_MS - 3 * HOUR_MS), watched(NOON_MS + 30 * MINUTE_MS, [[0, 60]])]),
    ]);
    const days = { stepMs: DAY_MS };
    const before = await find('video', days);
    const retention = retentionOf(state, clock);
    await retention.sweep();
    expect(await countOf(state, `audience_facts WHERE at_ms % ${DAY_MS} <> 0`)).toBeGreaterThan(0);
    await clock.advance(40 * DAY_MS);
    await retention.sweep();
    await retention.sweep();
    expect(await countOf(state, 'events')).toBe(0);
    expect(await countOf(state, `audience_facts WHERE at_ms % ${DAY_MS} <> 0`)).toBe(0);
    expect(before.totals.views).toBe(3);
    expect(await find('video', days)).toEqual(before);
    // A view that arrives late, within the time for which repeats are recognised.
    const late = clock.now() - 20 * DAY_MS;
    await events.add([viewerBatch([started(late)])]);
    expect(await countOf(state, `audience_facts WHERE at_ms = ${Math.floor(late / DAY_MS) * DAY_MS}`)).toBeGreaterThan(
      3,
    );
    await clock.advance(400 * DAY_MS);
    await retention.sweep();
    expect([await countOf(state, 'audience_facts'), await countOf(state, 'audience_seconds')]).toEqual([0, 0]);
  });
}
