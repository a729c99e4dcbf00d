import { sql } from 'kysely';
import type { Database, Result, Statement } from '../../provider/database/database.ts';
import { queriesFor, rawStatement, statementOf } from '../../provider/database/queries/queries.ts';
import { numberOf, textOf } from '../../provider/database/row.ts';
import { DAY_MS } from '../../provider/settings/limits.ts';
import { ALL_VIDEOS, EACH_VIDEO, type FactName } from '../counting/fact.ts';
import type { ReportSpan } from '../report-span.ts';

/** Facts that are read for each step; of the other facts, only the largest sums of a period are read. */
const FACTS_OF_STEPS = [
  'views',
  'attempts',
  'failed',
  'watched',
  'crowd',
  'startUp',
  'stalls',
  'stalled',
  'quality',
  'frames',
  'droppedFrames',
] as const satisfies readonly FactName[];
const LISTS = ['host', 'browser', 'device', 'error'] as const satisfies readonly FactName[];
export type ListName = (typeof LISTS)[number];
const LIST_ROWS_MAX = 100;
const VIDEO_ROWS_MAX = 100;

export interface StepFact {
  readonly atMs: number;
  readonly fact: FactName;
  readonly key: string;
  readonly sum: number;
  readonly largest: number;
}

export interface FoundPeriod {
  readonly facts: readonly StepFact[];
  readonly lists: Readonly<Record<ListName, readonly { readonly name: string; readonly count: number }[]>>;
  readonly videos: readonly { readonly id: string; readonly views: number; readonly watchedMs: number }[];
  /** Changes of the video's curve, in the order of its seconds. */
  readonly changes: readonly { second: number; played: number; repeated: number; skipped: number }[];
}

/** Reads the audience counts. The number of steps and the limit of names in an hour bound the cost of a period. */
export class AudienceStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(videoId: string | undefined, span: ReportSpan): Promise<FoundPeriod> {
    const statements = [
      this.#facts(videoId ?? ALL_VIDEOS, span),
      ...LISTS.map((fact) => this.#list(videoId ?? ALL_VIDEOS, fact, span)),
      ...(videoId === undefined ? [this.#videos(span)] : [this.#changes(videoId, span)]),
    ];
    const results = await this.#database.batch(statements, 'read');
    const rowsAt = (index: number): Result['rows'] => results[index]?.rows ?? [];
    const last = rowsAt(statements.length - 1);
    return {
      facts: rowsAt(0).map((row) => ({
        atMs: numberOf(row, 'step_ms'),
        fact: textOf(row, 'fact') as FactName,
        key: textOf(row, 'shown_key'),
        sum: numberOf(row, 'total'),
        largest: numberOf(row, 'largest'),
      })),
      lists: Object.fromEntries(
        LISTS.map((fact, index) => [
          fact,
          rowsAt(index + 1).map((row) => ({ name: textOf(row, 'key'), count: numberOf(row, 'total') })),
        ]),
      ) as unknown as FoundPeriod['lists'],
      videos:
        videoId !== undefined
          ? []
          : last.map((row) => ({
              id: textOf(row, 'key'),
              views: numberOf(row, 'views'),
              watchedMs: numberOf(row, 'watched'),
            })),
      changes:
        videoId === undefined
          ? []
          : last.map((row) => ({
              second: numberOf(row, 'second'),
              played: numberOf(row, 'played'),
              repeated: numberOf(row, 'repeated'),
              skipped: numberOf(row, 'skipped'),
            })),
    };
  }

  /** Number of views of each video since a time. */
  async views(videoIds: readonly string[], fromMs: number): Promise<Record<string, number>> {
    if (videoIds.length === 0) return {};
    const found = queriesFor(this.#database.dialect)
      .selectFrom('audience_facts')
      .select(({ fn }) => ['key', fn.sum('value').as('total')])
      .where('video_id', '=', EACH_VIDEO)
      .where('fact', '=', 'views')
      .where('at_ms', '>=', fromMs)
      .where('key', 'in', videoIds)
      .groupBy('key');
    const { rows } = await this.#database.execute(statementOf(found));
    const counted = rows.map((row) => [textOf(row, 'key'), numberOf(row, 'total')] as const);
    return { ...Object.fromEntries(videoIds.map((id) => [id, 0])), ...Object.fromEntries(counted) };
  }

  #facts(videoId: string, { fromMs, toMs, stepMs }: ReportSpan): Statement {
    return rawStatement(
      this.#database.dialect,
      sql`SELECT at_ms - at_ms % ${sql.lit(stepMs)} AS step_ms, fact,
          CASE fact WHEN 'crowd' THEN '' ELSE key END AS shown_key, sum(value) AS total, max(value) AS largest
        FROM audience_facts WHERE video_id = ${videoId} AND at_ms >= ${fromMs} AND at_ms < ${toMs}
          AND fact IN (${sql.join(FACTS_OF_STEPS.map((fact) => sql.lit(fact)))})
        GROUP BY step_ms, fact, shown_key`,
    );
  }

  #list(videoId: string, fact: ListName, { fromMs, toMs }: ReportSpan): Statement {
    const found = queriesFor(this.#database.dialect)
      .selectFrom('audience_facts')
      .select(({ fn }) => ['key', fn.sum('value').as('total')])
      .where('video_id', '=', videoId)
      .where('at_ms', '>=', fromMs)
      .where('at_ms', '<', toMs)
      .where('fact', '=', fact)
      .groupBy('key')
      // Leaves out keys whose sum is zero, such as errors that are no longer open.
      .having(({ fn }) => fn.sum('value'), '>', 0)
      .orderBy('total', 'desc')
      .orderBy('key')
      .limit(LIST_ROWS_MAX);
    return statementOf(found);
  }

  #videos({ fromMs, toMs }: ReportSpan): Statement {
    return rawStatement(
      this.#database.dialect,
      sql`SELECT key, sum(CASE fact WHEN 'views' THEN value ELSE 0 END) AS views,
          sum(CASE fact WHEN 'watched' THEN value ELSE 0 END) AS watched
        FROM audience_facts WHERE video_id = ${EACH_VIDEO} AND at_ms >= ${fromMs} AND at_ms < ${toMs}
          AND fact IN ('views', 'watched')
        GROUP BY key ORDER BY views DESC, watched DESC, key LIMIT ${sql.lit(VIDEO_ROWS_MAX)}`,
    );
  }

  /** Changes of the curve in whole days: a period within a day includes all of that day. */
  #changes(videoId: string, { fromMs, toMs }: ReportSpan): Statement {
    return rawStatement(
      this.#database.dialect,
      sql`SELECT second, sum(played) AS played, sum(repeated) AS repeated, sum(skipped) AS skipped
        FROM audience_seconds
        WHERE video_id = ${videoId} AND day_ms > ${fromMs - DAY_MS} AND day_ms < ${toMs}
        GROUP BY second ORDER BY second`,
    );
  }
}
