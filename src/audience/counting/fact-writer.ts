import type { RawBuilder } from 'kysely';
import { holderId, type HolderPath } from '../../provider/budgets/holder.ts';
import type { Result, Statement } from '../../provider/database/database.ts';
import type { Dialect } from '../../provider/database/queries/dialect.ts';
import { audienceStatements, type ChangeRow, type FactRow } from './audience-statements.ts';
import { crowdedNameStatements } from './crowded-names.ts';
import { ALL_VIDEOS } from './fact.ts';
import { KnownNames } from './known-names.ts';

/** Limit of names in a batch for which a full hour makes room: a page has one host, and few errors. */
const ROOM_FOR_NAMES_MAX = 4;

/** Rows for the statements of a batch. */
export interface AudienceRows {
  readonly facts: readonly FactRow[];
  readonly changes: readonly ChangeRow[];
}

/** Makes the statements that add rows to the audience tables; a name without room counts as `other`. */
export class FactWriter {
  readonly #statements: ReturnType<typeof audienceStatements>;
  readonly #makeRoom: ReturnType<typeof crowdedNameStatements>;
  readonly #names = new KnownNames();

  /** @param isCounted Condition for rows to count; if absent, only rows of new events count. */
  constructor(dialect: Dialect, isCounted?: RawBuilder<unknown>) {
    this.#statements = audienceStatements(dialect, isCounted);
    this.#makeRoom = crowdedNameStatements(dialect);
  }

  /**
   * Statements that write the rows. The rows that they return are for {@link learn}, which skips the decision for known names.
   *
   * @param mayName Whether new names may get rows; if not, they count as `other`.
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

  /** Whether the name of a row is fixed by this code, or has a row already. */
  isKnown(row: FactRow): boolean {
    return row.named === 0 || this.#names.has(row);
  }

  learn(rows: Result['rows']): void {
    this.#names.learn(rows);
  }

  /** A row for each distinct name without room. */
  #crowdedOf(rows: readonly FactRow[]): FactRow[] {
    const crowded = rows.filter((row) => row.video_id === ALL_VIDEOS && row.named === 1 && this.#names.isCrowded(row));
    return [...new Map(crowded.map((row) => [`${row.at_ms} ${row.fact} ${row.key}`, row])).values()];
  }
}

function parted<T>(rows: readonly T[], isFirst: (row: T) => boolean): readonly [T[], T[]] {
  return [rows.filter(isFirst), rows.filter((row) => !isFirst(row))];
}
