import { sql } from 'kysely';
import type { FailureLists, NamedFailures } from '../../../protocol/provider/viewers-report.ts';
import type { Database, Statement } from '../../provider/database/database.ts';
import { rawStatement } from '../../provider/database/queries/queries.ts';
import { numberOf, textOf } from '../../provider/database/row.ts';
import { ALL_VIDEOS, EACH_VIDEO, type FactName } from '../counting/fact.ts';
import type { ReportSpan } from '../report-span.ts';

const ROWS_MAX = 100;

/** Reads failed playbacks by video, site, browser and country. */
export class FailureStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Groups with failures, the most failures first. Groups by video only exist in a report about all videos. */
  async find(videoId: string | undefined, span: ReportSpan): Promise<Record<keyof FailureLists, NamedFailures[]>> {
    const video = videoId ?? ALL_VIDEOS;
    const results = await this.#database.batch(
      [
        this.#list(video, 'attemptedOn', 'failedOn', span),
        this.#list(video, 'attemptedWith', 'failedWith', span),
        this.#list(video, 'attemptedIn', 'failedIn', span),
        ...(videoId === undefined ? [this.#list(EACH_VIDEO, 'attempts', 'failed', span)] : []),
      ],
      'read',
    );
    const listAt = (index: number): NamedFailures[] =>
      (results[index]?.rows ?? []).map((row) => ({
        name: textOf(row, 'key'),
        attempts: numberOf(row, 'attempts'),
        failed: numberOf(row, 'failures'),
      }));
    return { hosts: listAt(0), browsers: listAt(1), countries: listAt(2), videos: listAt(3) };
  }

  #list(videoId: string, attempts: FactName, failures: FactName, { fromMs, toMs }: ReportSpan): Statement {
    const [tried, failed] = [attempts, failures].map((fact) => sql.lit(fact));
    return rawStatement(
      this.#database.dialect,
      sql`SELECT key, sum(CASE WHEN fact = ${tried} THEN value ELSE 0 END) AS attempts,
          sum(CASE WHEN fact = ${failed} THEN value ELSE 0 END) AS failures
        FROM audience_facts WHERE video_id = ${videoId} AND at_ms >= ${fromMs} AND at_ms < ${toMs}
          AND fact IN (${tried}, ${failed})
        GROUP BY key HAVING sum(CASE WHEN fact = ${failed} THEN value ELSE 0 END) > 0
        ORDER BY failures DESC, key LIMIT ${sql.lit(ROWS_MAX)}`,
    );
  }
}
