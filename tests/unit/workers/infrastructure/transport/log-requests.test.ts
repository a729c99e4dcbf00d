import { expect, test } from 'vitest';
import { EVENT_TIER } from '../../../../../protocol/events/event-tier.ts';
import { LogRequest } from '../../../../../protocol/provider/logging.ts';
import type { InfrastructureSettings } from '../../../../../protocol/infrastructure/rpc.ts';
import { makeLine, makeLines, makeSettings } from '../../../../support/pipeline-harness.ts';
import {
  bodyOf,
  createServiceHarness,
  json,
  type SeenRequest,
  type ServiceHarness,
} from '../../../../support/service-harness.ts';
import {
  BATCH_MIN_EVENTS,
  FIRST_FLUSH_DELAY_MS,
  FLUSH_INTERVAL_MS,
  SAVING_FLUSH_INTERVAL_MS,
} from '../../../../../protocol/constants.ts';

const LOG = '/youtubei/v1/log_event';

async function startHarness(change: Partial<InfrastructureSettings> = {}) {
  const harness = createServiceHarness();
  await harness.start(change);
  return harness;
}

function logRequestIn(request: SeenRequest): LogRequest {
  const body = bodyOf(request) as LogRequest;
  LogRequest.parse(body);
  return body;
}

/** Requests with events of the page, without the service's own events about the missing disk. */
function pageRequests({ seenAt }: ServiceHarness): SeenRequest[] {
  return seenAt(LOG).filter((request) => logRequestIn(request).events.some(({ name }) => name === 'hostCommand'));
}

test('events are sent to log_event with a context, the request time and a client event id [N4]', async () => {
  const { service, clock, seenAt } = await startHarness();
  void service.logEvents(makeLine({ tier: EVENT_TIER.immediate }));
  await clock.advance(0);
  const [request] = seenAt(LOG);
  if (request === undefined) throw new Error('no request');
  expect(request.address.search).toBe('?alt=json&key=key');
  expect(request.headers).toMatchObject({
    'x-goog-request-time': String(clock.now()),
    'x-youtube-client-version': '1.0',
    'content-type': 'application/json',
  });
  const log = logRequestIn(request);
  expect(log.context.client).toMatchObject({ clientName: 'WEB_EMBEDDED_PLAYER', timeZone: 'Europe/Berlin' });
  expect(log.events).toHaveLength(1);
  expect(log.serializedClientEventId).toMatch(/^[0-9a-f]{32}$/);
});

test('events of a viewer who saves data wait for the longer interval [L4]', async () => {
  const harness = await startHarness();
  const { service, clock } = harness;
  await service.saveData(true);
  await clock.advance(FIRST_FLUSH_DELAY_MS);
  void service.logEvents(makeLines(BATCH_MIN_EVENTS));
  await clock.advance(FLUSH_INTERVAL_MS);
  expect(pageRequests(harness)).toHaveLength(0);
  await clock.advance(SAVING_FLUSH_INTERVAL_MS - FLUSH_INTERVAL_MS);
  expect(pageRequests(harness)).toHaveLength(1);
});

test('log requests do not contain the location, though calls do [B7]', async () => {
  const harness = createServiceHarness();
  const place = { locationInfoStatus: 'granted', latitude: 52.5, longitude: 13.4, accuracyMeters: 10 } as const;
  harness.replies.set('/youtubei/v1/player', () =>
    json({ playabilityStatus: { status: 'UNPLAYABLE' }, locationRequired: true }),
  );
  await harness.start(
    {},
    { askLocation: () => Promise.resolve(place), writeCookie() {}, saveCheckpoint() {}, readSpans: async () => [] },
  );
  await harness.settled(harness.service.call('player', { videoId: 'orieldemo01' }));
  expect(harness.seenAt('/youtubei/v1/player').map((request) => bodyOf(request))).toMatchObject([
    {},
    { context: { client: { locationInfo: place } } },
  ]);
  void harness.service.logEvents(makeLine({ tier: EVENT_TIER.immediate }));
  await harness.clock.advance(0);
  const [request] = pageRequests(harness);
  expect(request && JSON.stringify(bodyOf(request))).not.toMatch(/locationInfo|52\.5/);
});

test('events of playback quality are sent to video_stats [N5, L10]', async () => {
  const { service, clock, seenAt } = await startHarness();
  void service.logEvents(makeLine({ tier: EVENT_TIER.immediate, name: 'playbackError' }));
  await clock.advance(0);
  const [request] = seenAt('/youtubei/v1/video_stats');
  if (request === undefined) throw new Error('no request');
  expect(request.address.search).toBe('?alt=json&key=key');
  expect(logRequestIn(request).events.map(({ name }) => name)).toEqual(['playbackError']);
});

test('a collector gets one batch a request, whatever number the provider accepts [L1]', async () => {
  const { service, clock, seenAt } = await startHarness({
    ...makeSettings({ logBatchesPerRequestMax: 10 }),
    collector: 'https://collector.example/logs',
  });
  void service.logEvents(makeLines(200));
  await clock.advance(FIRST_FLUSH_DELAY_MS + 1_000);
  const sizes = seenAt('/logs').map((request) => logRequestIn(request).events.length);
  expect(sizes.filter((size) => size === 100)).toHaveLength(2);
});

test('a configuration group in a log response is stored, and its hashes are sent with later calls [L7]', async () => {
  const { service, clock, seenAt, replies } = await startHarness();
  const globalConfigGroup = {
    hot: { hashData: 'hot1', configData: { a: 1 } },
    cold: { hashData: 'cold1', configData: { b: 2 } },
  };
  replies.set(LOG, () => json({ accepted: 1, repeated: 0, responseContext: { globalConfigGroup } }));
  replies.set('/youtubei/v1/player', () => json({ playabilityStatus: { status: 'OK' } }));
  void service.logEvents(makeLine({ tier: EVENT_TIER.immediate }));
  await clock.advance(0);
  void service.call('player', { videoId: 'orieldemo01' });
  void service.logEvents(makeLine({ tier: EVENT_TIER.immediate }));
  await clock.advance(1_000);
  const [call] = seenAt('/youtubei/v1/player');
  const hashes = { hotConfigHash: 'hot1', coldConfigHash: 'cold1' };
  expect(call && bodyOf(call)).toMatchObject({ context: { client: { configInfo: hashes } } });
  expect(logRequestIn(seenAt(LOG)[1] as SeenRequest).context.client).toMatchObject({ configInfo: hashes });
});

test('the hash of a configuration group without content is not sent with later calls [L7]', async () => {
  const { service, clock, seenAt, replies } = await startHarness();
  replies.set('/youtubei/v1/player', () =>
    json({
      playabilityStatus: { status: 'OK' },
      responseContext: { globalConfigGroup: { hot: { hashData: 'hot1' } } },
    }),
  );
  for (let count = 0; count < 2; count += 1) {
    void service.call('player', { videoId: 'orieldemo01' });
    await clock.advance(0);
  }
  expect(JSON.stringify(seenAt('/youtubei/v1/player').map(bodyOf))).not.toContain('hot1');
});

test.each([400, 415])('a batch refused with %i is reported as a warning [S7]', async (status) => {
  const { service, clock, reports, replies } = await startHarness();
  replies.set(LOG, () => json({}, { status }));
  void service.logEvents(makeLine({ tier: EVENT_TIER.immediate }));
  await clock.advance(0);
  expect(reports()).toEqual([[`Request failed, status=${status}`, 'warning']]);
});
