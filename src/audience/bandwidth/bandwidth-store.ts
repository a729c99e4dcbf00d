import { sql } from 'kysely';
import type { BandwidthReport, NamedBytes } from '../../../protocol/provider/bandwidth-report.ts';
import type { Database, Result, Statement } from '../../provider/database/database.ts';
import { rawStatement } from '../../provider/database/queries/queries.ts';
import { numberOf, textOf } from '../../provider/database/row.ts';
import { DAY_MS } from '../../provider/settings/limits.ts';
import { floorTo } from '../counting/audience-writer.ts';
import { ALL_VIDEOS, EACH_VIDEO, type FactName } from '../counting/fact.ts';
import type { ReportSpan } from '../report-span.ts';

const ROWS_MAX = 100;
/** A report spans 400 days, and may begin within a day. */
const DAYS_MAX = 401;
const DAY = `at_ms - at_ms % ${DAY_MS}`;

export interface BandwidthQuery {
  readonly videoId: string | undefined;
  readonly span: Pick<ReportSpan, 'fromMs' | 'toMs'>;
  readonly nowMs: number;
  readonly titleOf: (id: string) => string | undefined;
}

type Bytes = Pick<NamedBytes, 'sentBytes' | 'measuredBytes'>;

/** Reads the bandwidth of whole days: by day, video, host and kind. */
export class BandwidthStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find({ videoId, span, nowMs, titleOf }: BandwidthQuery): Promise<BandwidthReport> {
    const days = { fromMs: floorTo(span.fromMs, DAY_MS), toMs: span.toMs };
    const monthMs = Date.UTC(new Date(nowMs).getUTCFullYear(), new Date(nowMs).getUTCMonth());
    const month = { fromMs: monthMs, toMs: nowMs + DAY_MS };
    const video = videoId ?? ALL_VIDEOS;
    const statements = [
      this.#sums(video, DAY, ['sent', 'loaded'], days),
      this.#sums(video, 'key', ['sent'], days),
      this.#sums(video, 'key', ['sentTo', 'loadedBy'], days),
      this.#sums(video, "''", ['sent', 'loaded'], month),
      ...(videoId === undefined ? [this.#sums(EACH_VIDEO, 'key', ['sent', 'loaded'], days)] : []),
    ];
    const results = await this.#database.batch(statements, 'read');
    const rowsAt = (index: number): Result['rows'] => results[index]?.rows ?? [];
    const named = (index: number): NamedBytes[] =>
      rowsAt(index).map((row) => ({ name: textOf(row, 'name'), ...bytesOf(row) }));
    const byDay = new Map(rowsAt(0).map((row) => [numberOf(row, 'name'), bytesOf(row)]));
    const points = Array.from({ length: Math.ceil((days.toMs - days.fromMs) / DAY_MS) }, (_, day) => {
      const atMs = days.fromMs + day * DAY_MS;
      return { atMs, ...(byDay.get(atMs) ?? NOTHING) };
    });
    return {
      ...days,
      ...sumOf(points),
      days: points,
      kinds: named(1),
      hosts: named(2),
      videos: named(4).map(({ name: id, ...bytes }) => ({ id, title: titleOf(id) ?? null, ...bytes })),
      month: { fromMs: monthMs, ...sumOf(rowsAt(3).map(bytesOf)) },
    };
  }

  /** Sums, largest first, with their days in any order. `by` is an SQL expression from this file, never from a request. */
  #sums(videoId: string, by: string, facts: readonly FactName[], { fromMs, toMs }: BandwidthQuery['span']): Statement {
    const isSent = sql.raw("fact IN ('sent', 'sentTo')");
    return rawStatement(
      this.#database.dialect,
      sql`SELECT ${sql.raw(by)} AS name, sum(CASE WHEN ${isSent} THEN value ELSE 0 END) AS sent,
          sum(CASE WHEN ${isSent} THEN 0 ELSE value END) AS measured
        FROM audience_facts WHERE video_id = ${videoId} AND at_ms >= ${fromMs} AND at_ms < ${toMs}
          AND fact IN (${sql.join(facts.map((fact) => sql.lit(fact)))})
        GROUP BY 1 ORDER BY sum(value) DESC, 1 LIMIT ${sql.lit(by === DAY ? DAYS_MAX : ROWS_MAX)}`,
    );
  }
}

const NOTHING: Bytes = { sentBytes: 0, measuredBytes: 0 };

function bytesOf(row: Result['rows'][number]): Bytes {
  return { sentBytes: numberOf(row, 'sent'), measuredBytes: numberOf(row, 'measured') };
}

function sumOf(all: readonly Bytes[]): Bytes {
  return all.reduce(
    (sum, one) => ({
      sentBytes: sum.sentBytes + one.sentBytes,
      measuredBytes: sum.measuredBytes + one.measuredBytes,
    }),
    NOTHING,
  );
}
