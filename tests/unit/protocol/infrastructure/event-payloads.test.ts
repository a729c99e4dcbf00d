import { expect, test } from 'vitest';
import {
  EVENT_PAYLOADS,
  WORKER_EVENTS,
  type EventName,
  type EventPayload,
} from '../../../../protocol/events/events.ts';

const videoId = 'orieldemo01';
const clientScreenNonce = 'nonce';

/** One payload of each event, with all fields. */
const PAYLOADS: { readonly [Name in EventName]: Required<EventPayload<Name>> } = {
  documentLifecycleChanged: { from: 'a', to: 'b', cause: 'c' },
  visibilityChanged: { from: 'a', to: 'b' },
  playerStateChanged: { from: 1, to: 2, mediaTimeSeconds: 3, videoId },
  playbackRequested: { videoId, by: 'viewer' },
  playbackFailed: { videoId, code: 'auth', message: 'm', mediaTimeSeconds: 3 },
  volumeChanged: { volume: 50, muted: true, by: 'host' },
  qualitySelected: { videoId, quality: 'hd720' },
  captionsSelected: { videoId, languageCode: 'de' },
  fullscreenChanged: { active: true },
  hostConnected: { origin: 'https://host.example', scripted: true },
  hostCommand: { name: 'mute' },
  hostMessagesIgnored: { counts: { origin: 2 } },
  infrastructureStarted: { mode: 'worker', reason: '', startMs: 5 },
  storageFault: { name: 'quotaExceeded', message: 'm' },
  errorReported: { message: 'm', name: 'TypeError', thread: 'main', sampleWeight: 1 },
  networkChecked: { reachable: true, durationMs: 5 },
  storageTransaction: { kind: 'read', durationMs: 5, ok: true, sampleWeight: 10 },
  latencyAction: { action: 'a', ticks: { a: 1 }, spans: { b: 2 }, infos: { c: 'd' } },
  visualElementScreenCreated: { clientScreenNonce, pageId: 'p' },
  visualElementAttached: { clientScreenNonce, elementId: 'e', parentId: 'p' },
  visualElementShown: { clientScreenNonce, elementId: 'e' },
  visualElementHidden: { clientScreenNonce, elementId: 'e' },
  visualElementClicked: { clientScreenNonce, elementId: 'e' },
  playbackStarted: { videoId, cpn: 'n', startUpMs: 5, engine: 'worker', quality: 'hd720' },
  playbackStalled: {
    videoId,
    mediaTimeSeconds: 3,
    durationMs: 5,
    liveLatencySeconds: 7,
    activity: { windowMs: 10_000, lanes: [] },
  },
  playbackQualityChanged: { videoId, mediaTimeSeconds: 3, from: 'a', to: 'b' },
  playbackWatched: { videoId, ranges: [[1, 2]], before: [[0, 1]], quality: 'hd720', loadedBytes: 9 },
  playbackFrames: { videoId, droppedFrames: 1, totalFrames: 2 },
  playbackError: { videoId, code: 'auth', detail: 'd', fatal: true, mediaTimeSeconds: 3 },
};

test.each(Object.entries(PAYLOADS))(
  'the schema of %s keeps all fields of its payload and refuses a field of another type',
  (name, payload) => {
    const schema = EVENT_PAYLOADS[name as EventName];
    expect(schema.parse(payload)).toEqual(payload);
    for (const key of Object.keys(payload)) {
      expect(schema.safeParse({ ...payload, [key]: Symbol('other') }).success, key).toBe(false);
    }
  },
);

test('playback is requested by viewer, host or autoplay, and volume is changed by viewer, host or player', () => {
  const requests = ['viewer', 'host', 'autoplay', 'player'].map((by) => ({ videoId, by }));
  expect(requests.map((payload) => EVENT_PAYLOADS.playbackRequested.safeParse(payload).success)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  const volumes = ['viewer', 'host', 'player', 'autoplay'].map((by) => ({ volume: 1, muted: false, by }));
  expect(volumes.map((payload) => EVENT_PAYLOADS.volumeChanged.safeParse(payload).success)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  const started = { mode: 'inline', reason: '', startMs: 1 };
  expect(EVENT_PAYLOADS.infrastructureStarted.safeParse(started).success).toBe(true);
});

test('WORKER_EVENTS lists the events that the infrastructure worker logs about itself', () => {
  expect(WORKER_EVENTS).toEqual(['errorReported', 'networkChecked', 'storageFault', 'storageTransaction']);
});
