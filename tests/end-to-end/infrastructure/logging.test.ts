import { describe, expect } from 'vitest';
import { EVENT_TIER } from '../../../protocol/events/event-tier.ts';
import { VIDEO_STATS_EVENTS } from '../../../protocol/events/event-delivery.ts';
import { STORE_NAMES } from '../../../protocol/infrastructure/records.ts';
import { ACCEPTED, type RecordedRequest } from './support/recording-proxy.ts';
import { waitForState } from '../support/player-page.ts';
import { COLD_CONFIG, HOT_CONFIG, test as base } from './support/served-lab.ts';
import { batchesOf, eventsOf, LOG_DATABASE, sentAtMs, USUAL_CHANCE } from './support/served-page.ts';
import type { WorkerPlatform } from './support/worker-platform.ts';

declare const self: WorkerPlatform;

/**
 * When and how a page that the provider has served sends its events. The clock of its worker stands still except when a test
 * moves it, so that a request shows when it was sent. All tests share the page.
 */

/** A request that an earlier version of the player has stored, with fewer fields. */
const EARLIER_REQUEST = {
  id: 'earlier',
  url: '/youtubei/v1/log_event?earlier',
  options: { method: 'POST', headers: {}, body: '{}' },
  timestamp: Date.now(),
};

/** Id of an event that an earlier page has logged without a tier. */
const UNSPECIFIED_ID = `${'1'.repeat(32)}.0`;
const UNSPECIFIED_LINE = JSON.stringify({
  clientEventId: UNSPECIFIED_ID,
  eventTimeMs: Date.now(),
  tier: EVENT_TIER.unspecified,
  sequence: { id: '1'.repeat(32), index: 0 },
  name: 'hostCommand',
  payload: { name: 'mute' },
});

const test = base.extend('served', { scope: 'file' }, ({ lab }) => {
  lab.proxy.reply('/log_event', ({ query }) => (query.has('earlier') ? ACCEPTED : 'pass'));
  return lab.open({
    query: 'consent=measured&mute=1&playlist=orielmp4001',
    chance: 0.05,
    left: {
      databases: [
        {
          name: LOG_DATABASE,
          version: 8,
          stores: [{ name: STORE_NAMES.requests, keyPath: 'id', rows: [EARLIER_REQUEST] }],
        },
      ],
      entries: { [`oriel.journal.logged-out|${'1'.repeat(32)}|0`]: UNSPECIFIED_LINE },
    },
  });
});

/** Expects a range of times, because short waits move the clock, too. */
function expectWithin(value: number, min: number, max: number): void {
  expect(value).toBeGreaterThanOrEqual(min);
  expect(value).toBeLessThanOrEqual(max);
}

const sizesOf = (request: RecordedRequest | undefined): number[] =>
  request === undefined ? [] : batchesOf(request).map(({ events }) => events.length);

describe('a page', () => {
  test('a page sends its first events 2 s after its start, and later events 10 s after they are logged [L4]', async ({
    served,
  }) => {
    await served.untilStored();
    const started = () => served.proxy.to('/log_event').filter(({ body }) => body.includes('"infrastructureStarted"'));
    await served.advance(2_000);
    await expect.poll(started).toHaveLength(1);
    // The start is read from the event, because short waits may have moved the clock since then.
    const startMs =
      started()
        .flatMap(eventsOf)
        .find(({ name }) => name === 'infrastructureStarted')?.eventTimeMs ?? NaN;
    expectWithin(sentAtMs(started()[0]) - startMs, 1_900, 9_000);
    await expect.poll(() => served.storedRequests()).toEqual([]);
    const laterMs = await served.advance(0);
    await served.log('later', 5);
    await served.advance(10_000);
    await expect.poll(() => served.sent('later')).toHaveLength(1);
    expectWithin(sentAtMs(served.sent('later')[0]) - laterMs, 10_000, 19_000);
  });

  test('a page checks the network if its random number is below 0.1 [N15]', async ({ served }) => {
    await expect.poll(() => served.proxy.to('/generate_204').map(({ method }) => method)).toEqual(['GET']);
  });

  test('a page upgrades an older request log to version 9 and sends its requests [S2]', async ({ served }) => {
    await served.settle();
    await expect
      .poll(() => served.proxy.to('/log_event').filter(({ query }) => query.has('earlier')).length)
      .toBeGreaterThan(0);
    const databases = await served.page.evaluate(() => indexedDB.databases());
    expect(databases.find(({ name }) => name === LOG_DATABASE)?.version).toBe(9);
  });

  test('a page keeps fewer than 5 events until the oldest is a minute old [L3]', async ({ served }) => {
    await served.settle();
    const loggedMs = await served.advance(0);
    await served.log('few', 1);
    for (let second = 0; second < 75 && served.sent('few').length === 0; second += 5) {
      await served.advance(5_000);
      // A request in flight would time out during the next steps, and be sent again.
      await expect.poll(() => served.storedRequests()).toEqual([]);
    }
    await expect.poll(() => served.sent('few')).toHaveLength(1);
    expect(sentAtMs(served.sent('few')[0])).toBeGreaterThanOrEqual(loggedMs + 60_000);
  });

  test('a page sends up to 100 events in a batch, and the last few events together with full batches [L1, L3]', async ({
    served,
  }) => {
    await served.settle();
    await served.log('batched', 203);
    await served.advance(10_000);
    await expect.poll(() => served.sent('batched')).toHaveLength(1);
    const sizes = sizesOf(served.sent('batched')[0]);
    expect(sizes.slice(0, 2)).toEqual([100, 100]);
    expect(sizes).toHaveLength(3);
  });

  test('a page sends its events at once when there are 1000 [L2]', async ({ served }) => {
    await served.atRest(async (nowMs) => {
      await served.post('thousand', 900);
      await served.post('last', 100);
      await expect.poll(() => served.sent('last')).toHaveLength(1);
      expect(sentAtMs(served.sent('last')[0])).toBe(nowMs);
    });
    expect(sizesOf(served.sent('thousand')[0])).toEqual(Array(10).fill(100));
  });

  test('a page sends immediate events at once, fast events after 1 s, and all other events with the next flush [L5, N5]', async ({
    served,
  }) => {
    const { page, proxy } = served;
    await served.settle();
    const playedMs = await served.advance(0);
    await page.locator('#big-play').click();
    await waitForState(page, 'playing');
    await page.keyboard.press('k');
    await waitForState(page, 'paused');
    await served.untilStored();
    const holding = (name: string) =>
      [...proxy.to('/log_event'), ...proxy.to('/video_stats')].filter(
        (request) => sentAtMs(request) >= playedMs && eventsOf(request).some((event) => event.name === name),
      );
    await served.advance(1_000);
    await expect.poll(() => holding('playbackStarted')).toHaveLength(1);
    const [fast] = holding('playbackStarted');
    expectWithin(sentAtMs(fast) - playedMs, 1_000, 9_000);
    expect(fast?.path).toBe('/youtubei/v1/video_stats');
    expect(holding('playerStateChanged')).toEqual([]);
    await served.advance(10_000);
    await expect.poll(() => holding('playerStateChanged')).not.toEqual([]);
    expectWithin(sentAtMs(holding('playerStateChanged')[0]) - playedMs, 10_000, 19_000);

    proxy.reply('/youtubei/v1/player', { body: { playabilityStatus: { status: 'ERROR', reason: 'gone' } } });
    await served.atRest(async (nowMs) => {
      await page.keyboard.press('Shift+N');
      await expect.poll(() => holding('playbackFailed')).toHaveLength(1);
      expect(sentAtMs(holding('playbackFailed')[0])).toBe(nowMs);
    });
    // Events that an earlier page has left without a tier were sent with the first flush of this page.
    const isUnspecified = (request: RecordedRequest) => request.body.includes(UNSPECIFIED_ID);
    const [first] = proxy.to('/log_event').filter(isUnspecified);
    expect(first && eventsOf(first).map(({ name }) => name)).toContain('infrastructureStarted');
  });

  test('a page sends playback events to video_stats and all other events to log_event, in the same format [L1, N4, N5]', async ({
    served,
  }) => {
    const isPlayback = (name: string): boolean => (VIDEO_STATS_EVENTS as readonly string[]).includes(name);
    for (const path of ['/youtubei/v1/log_event', '/youtubei/v1/video_stats']) {
      const requests = served.proxy.to(path).filter(({ query }) => !query.has('earlier'));
      expect(requests.length, path).toBeGreaterThan(0);
      for (const request of requests) {
        expect([request.method, request.query.get('alt'), request.query.get('key')]).toEqual([
          'POST',
          'json',
          'oriel-web',
        ]);
        expect(request.headers).toMatchObject({ 'content-type': 'application/json' });
        expect(request.headers['x-goog-request-time']).toMatch(/^\d{13}$/);
        for (const batch of batchesOf(request)) {
          expect(batch).toMatchObject({
            context: { client: { clientName: 'WEB_EMBEDDED_PLAYER', clientVersion: expect.any(String) as unknown } },
            serializedClientEventId: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
          });
          expect(batch).not.toHaveProperty('context.user.credentialTransferTokens');
        }
        for (const { name } of eventsOf(request)) expect(isPlayback(name), name).toBe(path.endsWith('video_stats'));
      }
    }
  });

  test('a page stores the configuration of a response, and later contexts contain its hashes [L7, C8]', async ({
    served,
  }) => {
    await served.settle();
    const hashed = await served.send('hashed', 1);
    const configInfoIn = (request: RecordedRequest | undefined) =>
      request && batchesOf(request)[0]?.context.client.configInfo;
    const [first] = served.proxy.to('/log_event').filter(({ body }) => body.includes('"infrastructureStarted"'));
    expect(configInfoIn(first)).toBeUndefined();
    const half = (config: string, configData: object) => ({
      config,
      configData,
      hashData: expect.stringMatching(/^[\w-]{16}$/) as unknown,
      timestamp: expect.any(Number) as unknown,
    });
    const records = (await served.rows('oriel-config.logged-out', STORE_NAMES.config)) as {
      config: string;
      hashData: string;
    }[];
    const halves = records.filter(({ config }) => config !== 'tokenJar');
    const jar: unknown = expect.objectContaining({ config: 'tokenJar', hashData: '' });
    expect(records.filter(({ config }) => config === 'tokenJar')).toEqual([jar]);
    expect(halves).toEqual([half('cold', COLD_CONFIG), half('hot', HOT_CONFIG)]);
    expect(configInfoIn(hashed)).toEqual({
      coldConfigHash: halves[0]?.hashData,
      hotConfigHash: halves[1]?.hashData,
    });
  });

  test('a page logs a fifth of its writing storage transactions and a tenth of the read-only transactions [S13]', async ({
    served,
  }) => {
    await served.settle();
    for (const [chance, kinds] of [
      [0.05, ['put-events', 'read']],
      [0.15, ['put-events']],
      [0.25, []],
    ] as const) {
      const before = served.proxy.to('/log_event').length;
      await served.setChance(chance);
      await served.log('sampled', 5);
      await served.flush();
      await served.setChance(USUAL_CHANCE);
      // Samples of transactions are sent with the next events of the page.
      await served.log('sampled', 5);
      await served.settle();
      const events = served.proxy.to('/log_event').slice(before).flatMap(eventsOf);
      const samples = events.filter(({ name }) => name === 'storageTransaction').map(({ payload }) => payload);
      const weights = new Map(samples.map(({ kind, sampleWeight }) => [kind, sampleWeight]));
      expect(
        ['put-events', 'read'].filter((kind) => weights.has(kind)),
        String(chance),
      ).toEqual(kinds);
      for (const [kind, weight] of weights) expect(weight, String(kind)).toBe(kind === 'read' ? 10 : 5);
    }
  });

  test('a page compresses a body of 500 000 bytes, but not a body of one byte more [N19]', async ({ served }) => {
    await served.settle();
    const encodingAt = async (sizeBytes: number): Promise<string | undefined> => {
      let [pads, lastPad] = [49_000, 450];
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const prefix = `sized${sizeBytes}x${attempt}`;
        // Both calls in one task, so that no flush comes between them.
        await served.page.evaluate(
          ([name, pad, rest]) => {
            window.__bench?.logEvents(9, name, { pad });
            window.__bench?.logEvents(1, name, { pad: rest });
          },
          [prefix, pads, lastPad] as const,
        );
        await served.flush();
        await expect.poll(() => served.sent(prefix)).toHaveLength(1);
        const [request] = served.sent(prefix);
        const missing = sizeBytes - (request?.body.length ?? 0);
        if (missing === 0) return request?.headers['content-encoding'] ?? 'none';
        if (missing > 0 && missing < 400) lastPad += missing;
        else pads += Math.trunc((missing - 200) / 9);
      }
      return undefined;
    };
    expect(await encodingAt(500_000)).toBe('gzip');
    expect(await encodingAt(500_001)).toBe('none');
  });

  test('a page stops compressing after 4 slow runs, and one session in ten reports this with weight 10 [N20, E7]', async ({
    served,
  }) => {
    await served.settle();
    await served.setChance(0.05);
    await served.worker.evaluate(() => (self.isCompressionSlow = true));
    const encodings: (string | undefined)[] = [];
    for (let count = 0; count < 6; count += 1) {
      const { headers } = await served.send(`slow${count}`, 5);
      encodings.push(headers['content-encoding']);
    }
    // Requests with samples count as slow runs, too, so compression may stop before the fifth request.
    expect(encodings.at(0)).toBe('gzip');
    expect(encodings.slice(4)).toEqual([undefined, undefined]);
    const reports = () =>
      served.proxy
        .to('/error_204')
        .filter(({ query }) => query.get('msg') === 'Compression was given up: it was too slow');
    await expect.poll(reports).toHaveLength(1);
    expect(new URLSearchParams(reports()[0]?.body).get('sampleWeight')).toBe('10');
  });
});
