import { REQUEST_MAX_AGE_MS } from '../../../protocol/constants.ts';
import type { EventName, EventPayload } from '../../../protocol/events/events.ts';
import type { HolderPath } from '../../provider/budgets/holder.ts';
import type { Result, Statement } from '../../provider/database/database.ts';
import type { Dialect } from '../../provider/database/queries/dialect.ts';
import type { ProjectedEvent } from '../../provider/logs/event-projection.ts';
import { DAY_MS } from '../../provider/settings/limits.ts';
import type { ChangeRow, FactRow } from './audience-statements.ts';
import { firstMsOf, playedMsOf, withinVideo } from './bounded-plays.ts';
import { ALL_VIDEOS, EACH_VIDEO, HOUR_MS, HOURS_KEPT_DAYS, NAMED_FACTS, OTHER, type FactName } from './fact.ts';
import { errorFact, factsOfEvent, withSender, type EventFact, type Sender } from './facts-of-event.ts';
import { changesOf } from './video-seconds.ts';
import { FactWriter, type AudienceRows } from './fact-writer.ts';
import { MeasuredSessions } from './measured-sessions.ts';
import { SessionBounds, sessionOf } from './session-bounds.ts';
import { PlaybackOutcomes } from './playback-outcomes.ts';

/** Players keep events for 30 days. An older event counts at its arrival, so that it does not change a day long past. */
const PLAYER_KEEPS_MS = REQUEST_MAX_AGE_MS + DAY_MS;
/** Facts that reports show as percentiles and shares, which a few absurd values would distort. */
const MEASURES: ReadonlySet<string> = new Set<FactName>(['startUp', 'frames', 'droppedFrames']);
/** Facts in the list of videos. */
const LISTED: ReadonlySet<string> = new Set<FactName>(['views', 'watched', 'loaded', 'attempts', 'failed']);
const VIDEO_ID = /^[\w-]{1,64}$/;

/** Sender of a batch. */
export interface BatchSender extends Sender {
  /** Videos of the batch that are in the catalog. Absent if the catalog is unknown; then the table limits their number. */
  readonly knownVideos: readonly string[] | undefined;
  /** Lengths of known videos that are not live. */
  readonly videoSeconds: Readonly<Record<string, number>> | undefined;
  /** Holder of the batch's rows. */
  readonly holder: HolderPath;
}

/** Makes the rows that events add to the audience tables, and the statements that write them after the events are stored. */
export class AudienceWriter {
  readonly #writer: FactWriter;
  readonly #ageMaxMs: number;
  readonly #sessions = new SessionBounds();
  readonly #measured = new MeasuredSessions();
  readonly #outcomes = new PlaybackOutcomes();

  /** @param retentionMs Longest age of an event; an older time comes from a wrong clock. */
  constructor(dialect: Dialect, retentionMs: number) {
    this.#writer = new FactWriter(dialect);
    this.#ageMaxMs = Math.min(retentionMs, PLAYER_KEEPS_MS);
  }

  /** Rows that a batch adds; empty for most batches. */
  rowsOf(events: readonly ProjectedEvent[], sender: BatchSender, nowMs: number): AudienceRows {
    const facts: FactRow[] = [];
    const changes: ChangeRow[] = [];
    const ids = new Set<string>();
    for (const event of events) {
      if (event.payload === undefined || ids.has(event.id)) continue;
      ids.add(event.id);
      const isPlausible = event.atMs <= nowMs && event.atMs >= nowMs - this.#ageMaxMs;
      const bounded = this.#bounded(isPlausible ? event : { ...event, atMs: nowMs }, sender);
      if (bounded === undefined) continue;
      const rows = factRows(bounded, sender, { nowMs, outcomes: this.#outcomesOf(bounded, sender) });
      const isMeasured = rows.some(isMeasure) && this.#measured.has(bounded, sender.holder);
      facts.push(...(isMeasured ? rows : rows.filter((row) => !isMeasure(row))));
      if (event.name === 'playbackWatched') changes.push(...changeRows(bounded, sender, nowMs));
    }
    return { facts, changes };
  }

  /** @see FactWriter.statementsOf */
  statementsOf(rows: AudienceRows, { holder }: BatchSender, mayName: boolean): Statement[] {
    return this.#writer.statementsOf(rows, holder, mayName);
  }

  learn(rows: Result['rows']): void {
    this.#writer.learn(rows);
  }

  #outcomesOf(event: ProjectedEvent, sender: BatchSender): readonly EventFact[] {
    const playback = `${sessionOf(event.id)} ${videoOf(event.payload, sender).videoId}`;
    const facts = this.#outcomes.factsOf(event, playback, (code, outcome) => errorFact(code, outcome, sender));
    return facts.flatMap((fact) => withSender(fact, sender));
  }

  /** Limits the values of an event to what its session and its video allow; `undefined` if the event does not count. */
  #bounded(event: ProjectedEvent, sender: BatchSender): ProjectedEvent | undefined {
    const { id, name, atMs, payload } = event;
    if (name === 'playbackStarted') {
      this.#sessions.seen(id, atMs);
      const { cpn } = payload as EventPayload<'playbackStarted'>;
      return this.#sessions.isView(id, videoOf(payload, sender).videoId, cpn) ? event : undefined;
    }
    if (name === 'playbackFrames') {
      const { droppedFrames, totalFrames, ...more } = payload as EventPayload<'playbackFrames'>;
      const counted = this.#sessions.frames(id, atMs, totalFrames);
      return { ...event, payload: { ...more, droppedFrames, totalFrames: counted } };
    }
    if (name !== 'playbackWatched') return event;
    const { videoId, ranges, before = [], loadedBytes = 0, ...more } = payload as EventPayload<'playbackWatched'>;
    const lengthSeconds = lengthOf(videoId, sender);
    const plays = withinVideo(ranges, lengthSeconds);
    const watchedMs = this.#sessions.watchedMs(id, atMs, playedMsOf(plays));
    const limited = { ranges: firstMsOf(plays, watchedMs), before: withinVideo(before, lengthSeconds) };
    const loaded = { loadedBytes: this.#sessions.loadedBytes(id, atMs, loadedBytes) };
    return { ...event, payload: { ...more, videoId, ...limited, ...loaded } };
  }
}

interface RowContext {
  readonly nowMs: number;
  readonly outcomes: readonly EventFact[];
}

/** Rows for the video, for all videos together, and for the list of videos. */
function factRows(event: ProjectedEvent, sender: BatchSender, { nowMs, outcomes }: RowContext): FactRow[] {
  const { id, name, payload } = event;
  const { videoId, listed } = videoOf(payload, sender);
  const rows = (found: EventFact): FactRow[] => {
    const at_ms = startOfHours(found.atMs ?? event.atMs, nowMs);
    const row = { id, at_ms, fact: found.fact, key: found.key, value: found.value, listed, named: isNamed(found.fact) };
    const isOfList = LISTED.has(found.fact);
    return [
      { ...row, video_id: videoId },
      { ...row, video_id: ALL_VIDEOS },
      ...(isOfList ? [{ ...row, video_id: EACH_VIDEO, key: videoId }] : []),
      // The row in the list makes the video known to later statements.
      ...(listed === 1 ? [{ ...row, video_id: EACH_VIDEO, fact: 'watched', key: videoId, value: 0, named: 0 }] : []),
    ];
  };
  return [...factsOfEvent(name as EventName, payload, sender, event.atMs), ...outcomes].flatMap(rows);
}

function changeRows({ id, atMs, payload }: ProjectedEvent, sender: BatchSender, nowMs: number): ChangeRow[] {
  const { ranges, before = [] } = payload as EventPayload<'playbackWatched'>;
  const { videoId: video_id, listed } = videoOf(payload, sender);
  const times = { day_ms: floorTo(atMs, DAY_MS), at_ms: startOfHours(atMs, nowMs) };
  return changesOf(ranges, before).map((change) => ({ id, video_id, listed, ...times, ...change }));
}

/** `listed` is 1 if the table has to decide whether another video may be added. */
function videoOf(payload: unknown, { knownVideos }: BatchSender): { readonly videoId: string; readonly listed: 0 | 1 } {
  const { videoId = '' } = payload as { readonly videoId?: string };
  if (!VIDEO_ID.test(videoId)) return { videoId: OTHER, listed: 0 };
  if (knownVideos === undefined) return { videoId, listed: 1 };
  return { videoId: knownVideos.includes(videoId) ? videoId : OTHER, listed: 0 };
}

function lengthOf(videoId: string, { videoSeconds = {} }: BatchSender): number | undefined {
  return Object.hasOwn(videoSeconds, videoId) ? videoSeconds[videoId] : undefined;
}

function isMeasure({ fact }: Pick<FactRow, 'fact'>): boolean {
  return MEASURES.has(fact);
}

function isNamed(fact: FactName): 0 | 1 {
  return fact in NAMED_FACTS ? 1 : 0;
}

/** Start of the row's time: an hour, or a day once the hours of that day are joined. */
function startOfHours(atMs: number, nowMs: number): number {
  return floorTo(atMs, atMs < joinedBefore(nowMs) ? DAY_MS : HOUR_MS);
}

/** Start of the first day whose hours are kept. */
export function joinedBefore(nowMs: number): number {
  return floorTo(nowMs, DAY_MS) - HOURS_KEPT_DAYS * DAY_MS;
}

export function floorTo(timeMs: number, stepMs: number): number {
  return Math.floor(timeMs / stepMs) * stepMs;
}
