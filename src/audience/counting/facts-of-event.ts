import { QUALITY_NAMES } from '../../../protocol/host/player-info.ts';
import type { EVENT_PAYLOADS, EventName } from '../../../protocol/events/events.ts';
import type * as z from 'zod/mini';
import { bucketOf } from '../../provider/operations/duration-buckets.ts';
import type { Device } from '../../provider/logs/device-of.ts';
import { DAY_MS } from '../../provider/settings/limits.ts';
import { CROWD_MS, HOUR_MS, OTHER, type ErrorOutcome, type FactName } from './fact.ts';

/** A report is made every half minute: a report of a much longer time was made by no player of ours. */
const WATCHED_MAX_MS = 2 * HOUR_MS;
const DURATION_MAX_MS = HOUR_MS;
const NAME = /^[\w.:-]{1,60}$/;

/** Sender of an event, and its place. */
export interface Sender extends Device {
  /** Name of the host whose page embeds the player. */
  readonly host: string;
  /** Videos whose streams come from other servers. */
  readonly videosElsewhere: readonly string[];
  /** Two letters, where a proxy names it. */
  readonly country: string | undefined;
}

/** A number of an event; `atMs` only where it differs from the time of the event. */
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
 * Facts that each event adds. An error that is shown is sent twice, by itself and as playback quality: only one counts. The outcome
 * of other errors is known later (`playback-outcomes.ts`).
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

/** The numbers of an event whose payload fits its name; none of most. `atMs` is when it was logged. */
export function factsOfEvent(name: EventName, payload: unknown, sender: Sender, atMs: number): EventFact[] {
  const read = READERS[name] as Reader<EventName> | undefined;
  return (read?.(payload as Payload<EventName>, sender, atMs) ?? []).filter(({ value }) => value > 0);
}

/** Bytes from other servers, of which only players know. */
function loadedOf(bytes = 0, { host }: Sender, atMs: number): EventFact[] {
  const dayMs = Math.floor(atMs / DAY_MS) * DAY_MS;
  return [sum('loaded', '', bytes), sum('loadedBy', host, bytes)].map((fact) => ({ ...fact, atMs: dayMs }));
}

/** Playing the video took about as long as the part that was played, until now. */
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

/** No wait ends before it began: a clock was wrong. */
function startUpOf(startUpMs: number): EventFact[] {
  return startUpMs < 0 ? [] : [count('startUp', String(bucketOf(startUpMs)))];
}

function count(fact: FactName, key = ''): EventFact {
  return { fact, key, value: 1 };
}

function sum(fact: FactName, key: string, value: number, maximum = Number.MAX_SAFE_INTEGER): EventFact {
  return { fact, key, value: Math.round(Math.min(Math.max(value, 0), maximum)) };
}

/** @param outcome `shown` to viewers, `open`, `recovered`, or `ended` in another error. */
export function errorFact(code: string, outcome: 'shown' | ErrorOutcome, { browser, device }: Sender): EventFact {
  const [word = ''] = code.split(/[\s/,;(]/, 1);
  return count('error', [named(word), outcome, browser, device].join('/'));
}

/** Names of facts by which attempts and failures are listed. */
const LISTED_BY = {
  attempts: { host: 'attemptedOn', browser: 'attemptedWith', country: 'attemptedIn' },
  failed: { host: 'failedOn', browser: 'failedWith', country: 'failedIn' },
} as const;

/** The fact, and where it is an attempt or a failure, the same by site, browser and country. */
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

/** Names of sizes are ours: no other has a row. */
function qualityOf(name = 'unknown'): string {
  return (QUALITY_NAMES as readonly string[]).includes(name) ? name : OTHER;
}

function named(text: string): string {
  return NAME.test(text) ? text : OTHER;
}
