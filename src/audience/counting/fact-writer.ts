import type { RawBuilder } from 'kysely';
import { holderId, type HolderPath } from '../../provider/budgets/holder.ts';
import type { Result, Statement } from '../../provider/database/database.ts';
import type { Dialect } from '../../provider/database/queries/dialect.ts';
import { audienceStatements, type ChangeRow, type FactRow } from './audience-statements.ts';
import { crowdedNameStatements } from './crowded-names.ts';
import { ALL_VIDEOS } from './fact.ts';
import { KnownNames } from './known-names.ts';

/** Names of a batch for which a full hour makes room: a page has one host, and few errors. */
const ROOM_FOR_NAMES_MAX = 4;

/** Rows for the statements. */
export interface AudienceRows {
  readonly facts: readonly FactRow[];
  readonly changes: readonly ChangeRow[];
}

/** Adds rows to the tables of the audience, each of its names as far as there is room for them. */
export class FactWriter {
  readonly #statements: ReturnType<typeof audienceStatements>;
  readonly #makeRoom: ReturnType<typeof crowdedNameStatements>;
  readonly #names = new KnownNames();

  /** @param isCounted Which of the rows count; of new events alone if absent. */
  constructor(dialect: Dialect, isCounted?: RawBuilder<unknown>) {
    this.#statements = audienceStatements(dialect, isCounted);
    this.#makeRoom = crowdedNameStatements(dialect);
  }

  /**
   * The first may be for names that have to be judged, or make room for them: what they return is for {@link learn}.
   *
   * @param mayName Whether rows may be made for names that have none. If not, these count as `other`.
   */
  statementsOf({ facts, changes }: AudienceRows, path: HolderPath, mayName: boolean): Statement[] {
    const { json, addFacts, addJudgedFacts, addChanges, addJudgedChanges } = this.#statements;
    const isPlain = (row: { readonly listed: number }): boolean => mayName && row.listed === 0;
    const [plain, judged] = parted(facts, (row) => isPlain(row) && this.isKnown(row));
    const [plainChanges, judgedChanges] = parted(changes, isPlain);
    const [holder, may] = [holderId(path), { mayName: mayName ? 1 : 0 }];
    const crowded = mayName ? this.#crowdedOf(judged) : [];
    return [
      ...crowded.slice(0, ROOM_FOR_NAMES_MAX).flatMap((row) => this.#makeRoom(row, path[0].id)),
      ...(judged.length > 0 ? [addJudgedFacts({ rows: json.judgedFacts(judged), holder, ...may })] : []),
      ...(plain.length > 0 ? [addFacts({ rows: json.facts(plain), holder })] : []),
      ...(judgedChanges.length > 0
        ? [addJudgedChanges({ rows: json.judgedChanges(judgedChanges), holder, ...may })]
        : []),
      ...(plainChanges.length > 0 ? [addChanges({ rows: json.changes(plainChanges), holder })] : []),
    ];
  }

  /** Whether its name is ours, or has a row. */
  isKnown(row: FactRow): boolean {
    return row.named === 0 || this.#names.has(row);
  }

  learn(rows: Result['rows']): void {
    this.#names.learn(rows);
  }

  /** Each name once, however many events have it. */
  #crowdedOf(rows: readonly FactRow[]): FactRow[] {
    const crowded = rows.filter((row) => row.video_id === ALL_VIDEOS && row.named === 1 && this.#names.isCrowded(row));
    return [...new Map(crowded.map((row) => [`${row.at_ms} ${row.fact} ${row.key}`, row])).values()];
  }
}

function parted<T>(rows: readonly T[], isFirst: (row: T) => boolean): readonly [T[], T[]] {
  return [rows.filter(isFirst), rows.filter((row) => !isFirst(row))];
}
