import type { EventName, EventPayload } from '../../../protocol/infrastructure/events.ts';
import type { Statement } from '../database/database.ts';
import type { Dialect } from '../database/queries/dialect.ts';
import { DAY_MS } from '../settings/limits.ts';
import { audienceStatements } from './audience-statements.ts';
import { ALL_VIDEOS, EACH_VIDEO, HOUR_MS, HOURS_KEPT_DAYS, OTHER, type FactName } from './fact.ts';
import { factsOfEvent, type Sender } from './facts-of-event.ts';
import { changesOf } from './film-seconds.ts';
import { NameLimit } from './name-limit.ts';

const VIDEOS_AN_HOUR_MAX = 5_000;
const HOSTS_AN_HOUR_MAX = 1_000;
const ERRORS_AN_HOUR_MAX = 500;
const VIDEO_ID = /^[\w-]{1,64}$/;

/** An event that is stored with its batch, if it is new. */
export interface CountedEvent {
  readonly id: string;
  readonly name: string;
  /** When it was logged, by this provider's clock. */
  readonly atMs: number;
  /** As the schema of its name has it; `undefined` if it does not fit. */
  readonly payload: unknown;
}

/** What events add to the tables of the audience. It runs with the statements that store the events, after them. */
export class AudienceWriter {
  readonly #statements: ReturnType<typeof audienceStatements>;
  readonly #retentionMs: number;
  readonly #videos = new NameLimit(VIDEOS_AN_HOUR_MAX);
  readonly #names: Partial<Record<FactName, NameLimit>> = {
    host: new NameLimit(HOSTS_AN_HOUR_MAX),
    error: new NameLimit(ERRORS_AN_HOUR_MAX),
  };

  /** @param retentionMs No event is older: one that seems to be was logged by a wrong clock. */
  constructor(dialect: Dialect, retentionMs: number) {
    this.#statements = audienceStatements(dialect);
    this.#retentionMs = retentionMs;
  }

  /** None for most batches. */
  statementsOf(events: readonly CountedEvent[], sender: Sender, nowMs: number): Statement[] {
    const facts: object[] = [];
    const changes: object[] = [];
    const ids = new Set<string>();
    for (const event of events) {
      if (event.payload === undefined || ids.has(event.id)) continue;
      ids.add(event.id);
      const isPlausible = event.atMs <= nowMs && event.atMs >= nowMs - this.#retentionMs;
      const dated = isPlausible ? event : { ...event, atMs: nowMs };
      facts.push(...this.#factsOf(dated, sender, nowMs));
      if (event.name === 'playbackWatched') changes.push(...this.#changesOf(dated));
    }
    return [
      ...(facts.length > 0 ? [this.#statements.addFacts({ rows: JSON.stringify(facts) })] : []),
      ...(changes.length > 0 ? [this.#statements.addChanges({ rows: JSON.stringify(changes) })] : []),
    ];
  }

  /** Rows for the video, for all videos, and for the list of them. */
  #factsOf({ id, name, atMs, payload }: CountedEvent, sender: Sender, nowMs: number): object[] {
    return factsOfEvent(name as EventName, payload, sender, atMs).flatMap(
      ({ fact, key, value, atMs: ownMs = atMs }) => {
        const at_ms = startOfHours(ownMs, nowMs);
        const video = this.#videoOf(payload, at_ms);
        const row = { id, at_ms, fact, key: this.#names[fact]?.admit(at_ms, key) ?? key, value };
        const each = fact === 'views' || fact === 'watched' ? [{ ...row, video_id: EACH_VIDEO, key: video }] : [];
        return [{ ...row, video_id: video }, { ...row, video_id: ALL_VIDEOS }, ...each];
      },
    );
  }

  #changesOf({ id, atMs, payload }: CountedEvent): object[] {
    const { ranges, before = [] } = payload as EventPayload<'playbackWatched'>;
    const day_ms = floorTo(atMs, DAY_MS);
    const video_id = this.#videoOf(payload, floorTo(atMs, HOUR_MS));
    return changesOf(ranges, before).map((change) => ({ id, video_id, day_ms, ...change }));
  }

  #videoOf(payload: unknown, hourMs: number): string {
    const { videoId = '' } = payload as { readonly videoId?: string };
    return VIDEO_ID.test(videoId) ? this.#videos.admit(hourMs, videoId) : OTHER;
  }
}

/** Hours that are long past have been joined to days. */
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
