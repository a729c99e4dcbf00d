import { sql } from 'kysely';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { repeat } from '../../../protocol/runtime/repeat.ts';
import type { BudgetAdmission } from '../../provider/budgets/budget-admission.ts';
import { holderPath } from '../../provider/budgets/holder.ts';
import { holderStatements } from '../../provider/budgets/holder-statements.ts';
import { UNKNOWN_SENDER, type Sender } from '../../provider/budgets/sender.ts';
import type { Database, Statement } from '../../provider/database/database.ts';
import { DAY_MS } from '../../provider/settings/limits.ts';
import type { SentBytes, Traffic } from '../../provider/traffic/traffic.ts';
import type { FactRow } from '../counting/audience-statements.ts';
import { floorTo } from '../counting/audience-writer.ts';
import { OTHER } from '../counting/fact.ts';
import { FactWriter } from '../counting/fact-writer.ts';
import { hostOf } from '../counting/host-of.ts';
import { PendingBytes } from './pending-bytes.ts';

/** Interval of writes: a crash loses at most the bytes of this interval. */
export const BANDWIDTH_WRITE_INTERVAL_MS = 10_000;
/** Limit of rows in a statement, so that each statement is short. */
const STATEMENT_ROWS_MAX = 1_000;
/** Site of requests without a referrer from an address to which no page was served. */
const UNKNOWN_HOST = 'unknown';
const OPERATORS = 'operators and monitoring';

interface BandwidthRecordDependencies {
  readonly database: Database;
  readonly admission: Pick<BudgetAdmission, 'mayAdd'>;
  readonly traffic: Pick<Traffic, 'subscribe' | 'sample'>;
  readonly clock: Clock;
  readonly onProblem: (error: unknown) => void;
}

/** Counts sent bytes by day, video, kind and host in memory, and writes them periodically, so that no request waits for a write. */
export class BandwidthRecord {
  readonly #dependencies: BandwidthRecordDependencies;
  readonly #writer: FactWriter;
  readonly #holders: ReturnType<typeof holderStatements>;
  readonly #stop: () => void;
  #pending = new PendingBytes();

  constructor(dependencies: BandwidthRecordDependencies) {
    const { database, traffic, clock, onProblem } = dependencies;
    this.#dependencies = dependencies;
    this.#writer = new FactWriter(database.dialect, sql`true`);
    this.#holders = holderStatements(database.dialect);
    traffic.subscribe((sent) => this.#add(sent));
    this.#stop = repeat(clock, BANDWIDTH_WRITE_INTERVAL_MS, () => this.write(), onProblem);
  }

  async write(): Promise<void> {
    const { database, traffic } = this.#dependencies;
    traffic.sample();
    const pending = this.#pending;
    if (pending.isEmpty) return;
    this.#pending = new PendingBytes();
    try {
      const results = await database.batch(await this.#statementsOf(pending), 'write');
      for (const { rows } of results) this.#writer.learn(rows);
    } catch (error) {
      this.#pending.addAll(pending);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#stop();
    await this.write().catch(this.#dependencies.onProblem);
  }

  #add({ kind, videoId = OTHER, site, sender, bytes }: SentBytes): void {
    const host = kind === 'operator' ? OPERATORS : site === undefined ? UNKNOWN_HOST : hostOf(site.embedder);
    const dayMs = floorTo(this.#dependencies.clock.now(), DAY_MS);
    this.#pending.add({ dayMs, videoId, kind, host, bytes }, sender);
  }

  /** Statements that write the pending bytes: rows of a new host belong to the sender that named it, all others to no sender. */
  async #statementsOf(pending: PendingBytes): Promise<Statement[]> {
    const groups = new Map<Sender, FactRow[]>([[UNKNOWN_SENDER, []]]);
    for (const row of pending.rows()) {
      const sender = this.#writer.isKnown(row) ? UNKNOWN_SENDER : (pending.senderOf(row.key) ?? UNKNOWN_SENDER);
      const group = groups.get(sender);
      if (group === undefined) groups.set(sender, [row]);
      else group.push(row);
    }
    const statements: Statement[] = [];
    for (const [sender, rows] of groups) {
      const path = holderPath('audience', sender);
      const mayName = await this.#dependencies.admission.mayAdd('audience', sender, 0);
      statements.push(this.#holders.know(path));
      for (let first = 0; first < rows.length; first += STATEMENT_ROWS_MAX) {
        const facts = rows.slice(first, first + STATEMENT_ROWS_MAX);
        statements.push(...this.#writer.statementsOf({ facts, changes: [] }, path, mayName));
      }
    }
    return statements;
  }
}
