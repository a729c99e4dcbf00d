import { QUALITY_NAMES } from '../../../protocol/host/player-info.ts';
import type { EVENT_PAYLOADS, EventName } from '../../../protocol/events/events.ts';
import type * as z from 'zod/mini';
import { bucketOf } from '../../provider/operations/duration-buckets.ts';
import type { Device } from '../../provider/logs/device-of.ts';
import { DAY_MS } from '../../provider/settings/limits.ts';
import { CROWD_MS, HOUR_MS, OTHER, type ErrorOutcome, type FactName } from './fact.ts';

/** Players report every half minute; a report of a much longer time does not come from the player. */
const WATCHED_MAX_MS = 2 * HOUR_MS;
const DURATION_MAX_MS = HOUR_MS;
const NAME = /^[\w.:-]{1,60}$/;

/** Facts about the sender of an event. */
export interface Sender extends Device {
  /** Name of the host whose page embeds the player. */
  readonly host: string;
  /** Videos whose streams come from other servers. */
  readonly videosElsewhere: readonly string[];
  /** Two-letter country code, if a proxy sends it. */
  readonly country: string | undefined;
}

/** A value that an event adds to a fact; `atMs` only if it differs from the time of the event. */
export interface EventFact {
  readonly fact: FactName;
  readonly key: string;
  readonly value: number;
  readonly atMs?: number;
}

type Payload<Name extends EventName> = z.infer<(typeof EVENT_PAYLOADS)[Name]>;
type Reader<Name extends EventName> = (payload: Payload<Name>, sender: Sender, atMs: number) => EventFact[];
type Readers = { readonly [Name in EventName]?: Reader<Name> };

/**
 * Facts that each event adds. An error that is shown to the viewer is sent twice, as an error and as playback quality, and counts once.
 * The outcome of other errors is decided later (`playback-outcomes.ts`).
 */
const READERS: Readers = {
  playbackStarted: ({ startUpMs }, { host, browser, device }) => [
    count('views'),
    ...startUpOf(startUpMs),
    count('host', host),
    count('browser', browser),
    count('device', device),
  ],
  playbackStalled: ({ durationMs }) => [count('stalls'), sum('stalled', '', durationMs, DURATION_MAX_MS)],
  playbackWatched({ videoId, ranges, quality, loadedBytes }, sender, atMs) {
    const playedMs = ranges.reduce((total, [start, end]) => total + Math.max(0, end - start) * 1_000, 0);
    const watchedMs = Math.min(playedMs, WATCHED_MAX_MS);
    return [
      sum('watched', '', watchedMs),
      sum('quality', qualityOf(quality), watchedMs),
      ...crowdOf(watchedMs, atMs),
      ...(sender.videosElsewhere.includes(videoId) ? loadedOf(loadedBytes, sender, atMs) : []),
    ];
  },
  playbackFrames: ({ droppedFrames, totalFrames }) => [
    sum('frames', '', totalFrames),
    sum('droppedFrames', '', Math.min(droppedFrames, totalFrames)),
  ],
  playbackFailed: ({ code }, sender) => [errorFact(code, 'shown', sender)],
};

/** Facts of an event with a valid payload; most events have none. `atMs` is the time at which the event was logged. */
export function factsOfEvent(name: EventName, payload: unknown, sender: Sender, atMs: number): EventFact[] {
  const read = READERS[name] as Reader<EventName> | undefined;
  return (read?.(payload as Payload<EventName>, sender, atMs) ?? []).filter(({ value }) => value > 0);
}

/** Facts about bytes from other servers, which only players can measure. */
function loadedOf(bytes = 0, { host }: Sender, atMs: number): EventFact[] {
  const dayMs = Math.floor(atMs / DAY_MS) * DAY_MS;
  return [sum('loaded', '', bytes), sum('loadedBy', host, bytes)].map((fact) => ({ ...fact, atMs: dayMs }));
}

/** Watched time in each part of an hour, as if the playback had run without a pause until `untilMs`. */
function crowdOf(watchedMs: number, untilMs: number): EventFact[] {
  const parts: EventFact[] = [];
  let endMs = untilMs;
  for (let leftMs = watchedMs; leftMs > 0;) {
    const partMs = Math.floor((endMs - 1) / CROWD_MS) * CROWD_MS;
    const lengthMs = Math.min(leftMs, endMs - partMs);
    parts.push({ ...sum('crowd', String((partMs % HOUR_MS) / CROWD_MS), lengthMs), atMs: partMs });
    leftMs -= lengthMs;
    endMs = partMs;
  }
  return parts;
}

/** Startup time as a fact; a negative time comes from a wrong clock and does not count. */
function startUpOf(startUpMs: number): EventFact[] {
  return startUpMs < 0 ? [] : [count('startUp', String(bucketOf(startUpMs)))];
}

function count(fact: FactName, key = ''): EventFact {
  return { fact, key, value: 1 };
}

function sum(fact: FactName, key: string, value: number, maximum = Number.MAX_SAFE_INTEGER): EventFact {
  return { fact, key, value: Math.round(Math.min(Math.max(value, 0), maximum)) };
}

/** @param outcome `shown` if the viewer saw the error, else its effect on the playback. */
export function errorFact(code: string, outcome: 'shown' | ErrorOutcome, { browser, device }: Sender): EventFact {
  const [word = ''] = code.split(/[\s/,;(]/, 1);
  return count('error', [named(word), outcome, browser, device].join('/'));
}

/** Names of facts by which attempts and failures are listed. */
const LISTED_BY = {
  attempts: { host: 'attemptedOn', browser: 'attemptedWith', country: 'attemptedIn' },
  failed: { host: 'failedOn', browser: 'failedWith', country: 'failedIn' },
} as const;

/** The fact; for an attempt or a failure also the same value by site, browser and country. */
export function withSender(found: EventFact, sender: Sender): EventFact[] {
  const lists = found.fact === 'attempts' || found.fact === 'failed' ? LISTED_BY[found.fact] : undefined;
  if (lists === undefined) return [found];
  const { host, browser, country } = sender;
  return [
    found,
    count(lists.host, host),
    count(lists.browser, browser),
    ...(country === undefined ? [] : [count(lists.country, country)]),
  ];
}

/** Name of a quality; a name that the player does not have counts as `other`. */
function qualityOf(name = 'unknown'): string {
  return (QUALITY_NAMES as readonly string[]).includes(name) ? name : OTHER;
}

function named(text: string): string {
  return NAME.test(text) ? text : OTHER;
}
