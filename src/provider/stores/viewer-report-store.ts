import { sql } from 'kysely';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { REPORT_REASONS, type ReportReason } from '../../../protocol/provider/report-reasons.ts';
import type { OpenReports, ReportedVideo } from '../../../protocol/provider/viewer-reports.ts';
import type { Database, Result } from '../database/database.ts';
import { queriesFor, rawStatement, statementOf } from '../database/queries/queries.ts';
import { numberOf, textOf } from '../database/row.ts';
import { repeat } from '../../../protocol/runtime/repeat.ts';

/** A report without the catalog's data of the video. */
export type StoredReport = Omit<ReportedVideo, 'video'>;

export interface ListedReports {
  readonly reports: readonly StoredReport[];
  /** Number of reports past the limit. */
  readonly more: number;
}

/** Interval of reading counts: reports arrive through other processes, too. */
const CHECK_INTERVAL_MS = 15_000;
/** Number of latest reports that are read. By its rate (`viewer-writes.ts`), a single network needs a week to fill it. */
const READ_MAX = 20_000;

/**
 * One row for each viewer, video and reason. A network is a number of one day, and known some seconds after its first row: until
 * then all unknown networks count as one.
 */
const PEOPLE = sql`
  SELECT latest.video_id AS video_id, coalesce(latest.reason, '') AS reason, latest.viewer AS viewer,
    min(latest.received_at_ms) AS first_ms, max(latest.received_at_ms) AS last_ms,
    min(coalesce(address.parent, -1)) AS network
  FROM (
    SELECT video_id, reason, viewer, received_at_ms, holder FROM feedback
    WHERE kind = 'report' ORDER BY id DESC LIMIT ${sql.lit(READ_MAX)}
  ) AS latest
  LEFT JOIN holders AS member ON member.id = latest.holder
  LEFT JOIN holders AS address ON address.id = member.parent
  GROUP BY latest.video_id, coalesce(latest.reason, ''), latest.viewer`;

const BESIDE_ASIDE = sql`
  LEFT JOIN set_aside_reports AS aside ON aside.video_id = people.video_id AND aside.reason = people.reason`;

/** Reports by viewers (N9), for review by the operator. */
export class ViewerReportStore {
  readonly #database: Database;
  readonly #clock: Clock;
  #open: OpenReports = { videos: 0, people: 0, networks: 0 };

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Reports by video and reason: open reports first, of these the reports of most networks. */
  async list(rowsMax: number): Promise<ListedReports> {
    const { rows } = await this.#read(sql`
      SELECT found.*, count(*) OVER () AS all_rows FROM (
        SELECT people.video_id AS video_id, people.reason AS reason, count(*) AS people,
          count(DISTINCT people.network) AS networks, min(people.first_ms) AS first_at_ms, max(people.last_ms) AS last_at_ms,
          max(aside.set_aside_at_ms) AS set_aside_at_ms,
          sum(CASE WHEN people.first_ms > aside.set_aside_at_ms THEN 1 ELSE 0 END) AS new_people
        FROM (${PEOPLE}) AS people ${BESIDE_ASIDE}
        GROUP BY people.video_id, people.reason
      ) AS found
      ORDER BY CASE WHEN set_aside_at_ms IS NULL OR new_people > 0 THEN 0 ELSE 1 END,
        networks DESC, people DESC, last_at_ms DESC, video_id, reason
      LIMIT ${rowsMax}`);
    const all = rows[0] === undefined ? 0 : numberOf(rows[0], 'all_rows');
    return { reports: rows.map(reportFrom), more: all - rows.length };
  }

  /** A report stays set aside until another viewer reports the same video for the same reason. */
  async setAside(videoId: string, reason: ReportReason | null, isSetAside: boolean): Promise<void> {
    const [queries, key] = [queriesFor(this.#database.dialect), reason ?? ''];
    const set_aside_at_ms = this.#clock.now();
    const query = isSetAside
      ? queries
          .insertInto('set_aside_reports')
          .values({ video_id: videoId, reason: key, set_aside_at_ms })
          .onConflict((conflict) => conflict.columns(['video_id', 'reason']).doUpdateSet({ set_aside_at_ms }))
      : queries.deleteFrom('set_aside_reports').where('video_id', '=', videoId).where('reason', '=', key);
    await this.#database.execute(statementOf(query));
    await this.check();
  }

  /** State of the last {@link look}, without a query. */
  get open(): OpenReports {
    return this.#open;
  }

  /** Reads the counts of open reports. */
  async check(): Promise<void> {
    const { rows } = await this.#read(sql`
      SELECT count(DISTINCT people.video_id) AS videos, count(DISTINCT people.viewer) AS people,
        count(DISTINCT people.network) AS networks
      FROM (${PEOPLE}) AS people ${BESIDE_ASIDE}
      WHERE people.first_ms > coalesce(aside.set_aside_at_ms, -1)`);
    const [row] = rows;
    this.#open = {
      videos: numberOf(row, 'videos'),
      people: numberOf(row, 'people'),
      networks: numberOf(row, 'networks'),
    };
  }

  /**
   * Reads the counts regularly until the returned function is called. Failures are ignored: a database that does not respond has
   * separate alerts.
   */
  follow(): () => void {
    return repeat(
      this.#clock,
      CHECK_INTERVAL_MS,
      () => this.check(),
      () => undefined,
    );
  }

  #read(text: ReturnType<typeof sql>): Promise<Result> {
    return this.#database.execute(rawStatement(this.#database.dialect, text));
  }
}

function reportFrom(row: Result['rows'][number]): StoredReport {
  const reason = textOf(row, 'reason');
  const setAside = row['set_aside_at_ms'];
  return {
    videoId: textOf(row, 'video_id'),
    reason: REPORT_REASONS.find((known) => known === reason) ?? null,
    people: numberOf(row, 'people'),
    networks: numberOf(row, 'networks'),
    firstAtMs: numberOf(row, 'first_at_ms'),
    lastAtMs: numberOf(row, 'last_at_ms'),
    setAsideAtMs: setAside === null ? null : numberOf(row, 'set_aside_at_ms'),
    newPeople: numberOf(row, 'new_people'),
  };
}
