import * as z from 'zod/mini';
import { ActivitySummary } from '../recording/activity.ts';
import { DESCRIBED_VALUE_MAX_CHARACTERS } from '../constants.ts';
import { boundedText, maxKeys } from '../runtime/bounded.ts';
import { nearestTier } from './event-tier.ts';

/** Length of one payload's JSON; the player writes at most 10 000 characters. The provider drops a longer payload and keeps its event. */
export const EVENT_PAYLOAD_MAX_CHARACTERS = 65_536;

const text = boundedText(DESCRIBED_VALUE_MAX_CHARACTERS);
const keysMax = 100;
const seconds = z.number();
const ranges = z.array(z.tuple([seconds, seconds])).check(z.maxLength(200));

/**
 * Every event the player may log: event name → payload. Media times in seconds, durations in milliseconds where the
 * name says so. The provider validates with the same table.
 */
export const EVENT_PAYLOADS = {
  /** Changes of the document's lifecycle and of the page's visibility (X1, X3). */
  documentLifecycleChanged: z.object({ from: text, to: text, cause: text }),
  visibilityChanged: z.object({ from: text, to: text }),
  playerStateChanged: z.object({ from: z.number(), to: z.number(), mediaTimeSeconds: seconds, videoId: text }),
  playbackRequested: z.object({ videoId: text, by: z.enum(['viewer', 'host', 'autoplay']) }),
  playbackFailed: z.object({ videoId: text, code: text, message: text, mediaTimeSeconds: seconds }),
  volumeChanged: z.object({ volume: z.number(), muted: z.boolean(), by: z.enum(['viewer', 'host', 'player']) }),
  qualitySelected: z.object({ videoId: text, quality: text }),
  captionsSelected: z.object({ videoId: text, languageCode: text }),
  fullscreenChanged: z.object({ active: z.boolean() }),
  hostConnected: z.object({ origin: text, scripted: z.boolean() }),
  hostCommand: z.object({ name: text }),
  /** Rejected messages by reason, since the last event of this name (H2). */
  hostMessagesIgnored: z.object({ counts: z.record(text, z.int()).check(maxKeys(keysMax)) }),
  infrastructureStarted: z.object({ mode: z.enum(['worker', 'inline']), reason: text, startMs: z.number() }),
  storageFault: z.object({ name: text, message: text }),
  errorReported: z.object({ message: text, name: text, thread: text, sampleWeight: z.number() }),
  networkChecked: z.object({ reachable: z.boolean(), durationMs: z.number() }),
  /** IndexedDB transactions, sampled (S13). */
  storageTransaction: z.object({ kind: text, durationMs: z.number(), ok: z.boolean(), sampleWeight: z.number() }),
  /** Latency of one action: ticks, spans and infos (L8). */
  latencyAction: z.object({
    action: text,
    ticks: z.record(text, z.number()).check(maxKeys(keysMax)),
    spans: z.record(text, z.number()).check(maxKeys(keysMax)),
    infos: z.record(text, text).check(maxKeys(keysMax)),
  }),
  /** Visual elements under the nonce of their screen (L9). */
  visualElementScreenCreated: z.object({ clientScreenNonce: text, pageId: text }),
  visualElementAttached: z.object({ clientScreenNonce: text, elementId: text, parentId: text }),
  visualElementShown: z.object({ clientScreenNonce: text, elementId: text }),
  visualElementHidden: z.object({ clientScreenNonce: text, elementId: text }),
  visualElementClicked: z.object({ clientScreenNonce: text, elementId: text }),
  /** Events of playback, which go to `video_stats` (L10). */
  playbackStarted: z.object({
    videoId: text,
    /** The playback nonce that feedback refers to (N9). */
    cpn: z.optional(text),
    startUpMs: z.number(),
    engine: text,
    quality: text,
  }),
  playbackStalled: z.object({
    videoId: text,
    mediaTimeSeconds: seconds,
    durationMs: z.number(),
    /** Distance behind the newest second of a live stream when playback resumed. */
    liveLatencySeconds: z.optional(z.number()),
    /** Activity of the threads in the seconds before the stall or error. */
    activity: z.optional(ActivitySummary),
  }),
  playbackQualityChanged: z.object({ videoId: text, mediaTimeSeconds: seconds, from: text, to: text }),
  /** Watched ranges since the last event of this name, as pairs of start and end; each play is sent once. */
  playbackWatched: z.object({
    videoId: text,
    /** Played ranges in their order; a range that was played twice is listed twice. */
    ranges,
    /** Ranges that the view had played before `ranges`, in no order. */
    before: z.optional(ranges),
    /** Name of the picture's size during all of `ranges`. */
    quality: z.optional(text),
    /** Bytes of media that were loaded since the last event of this name; absent where the engine does not count bytes. */
    loadedBytes: z.optional(z.int()),
  }),
  /** Frames since the last event of this name. */
  playbackFrames: z.object({ videoId: text, droppedFrames: z.int(), totalFrames: z.int() }),
  playbackError: z.object({ videoId: text, code: text, detail: text, fatal: z.boolean(), mediaTimeSeconds: seconds }),
} as const;
export type EventName = keyof typeof EVENT_PAYLOADS;

/** Events that the service logs about itself. They have separate sequences, which belong to no page view. */
export const WORKER_EVENTS = [
  'errorReported',
  'networkChecked',
  'storageFault',
  'storageTransaction',
] as const satisfies readonly EventName[];
export type WorkerEventName = (typeof WORKER_EVENTS)[number];
export type EventPayload<Name extends EventName> = z.infer<(typeof EVENT_PAYLOADS)[Name]>;

/** 32 characters of hexadecimal session id, a dot, a counter (L6). */
export const ClientEventId = z
  .string()
  .check(z.regex(/^[0-9a-f]{32}\.\d{1,9}$/, 'expected a session of 32 hexadecimal digits, a dot and a counter'));

/** One event on the wire, serialised once on main and never changed: batches are joined from these texts (L6). */
export const WireEvent = z.object({
  clientEventId: ClientEventId,
  /** Wall time it was logged, milliseconds. */
  eventTimeMs: z.number(),
  /** For display: importance follows from the event's name. An unknown tier becomes the nearest known tier. */
  tier: z.int().check(z.overwrite(nearestTier)),
  sequence: z.object({ id: boundedText(64), index: z.int().check(z.nonnegative()) }),
  name: boundedText(64),
  /** Any shape, as long as its JSON fits the provider's limit (`EVENT_PAYLOAD_MAX_CHARACTERS`). */
  payload: z.record(text, z.unknown()).check(maxKeys(1_000)),
});
export type WireEvent = z.infer<typeof WireEvent>;
