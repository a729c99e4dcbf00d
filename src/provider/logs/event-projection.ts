import type { BudgetAdmission } from '../budgets/budget-admission.ts';
import type { HolderPath } from '../budgets/holder.ts';
import type { Sender } from '../budgets/sender.ts';
import type { Result, Statement } from '../database/database.ts';
import type { Dialect } from '../database/queries/dialect.ts';
import type { Device } from './device-of.ts';

/** An event that is stored with its batch, if it is new. */
export interface ProjectedEvent {
  readonly id: string;
  readonly name: string;
  /** When it was logged, by this provider's clock. */
  readonly atMs: number;
  /** Parsed by the schema of the event's name; `undefined` if it does not fit. */
  readonly payload: unknown;
}

export interface ProjectedBatch {
  readonly events: readonly ProjectedEvent[];
  readonly sender: Sender;
  readonly device: Device;
  /** Country of the viewer, as two letters, where a proxy names it. */
  readonly country: string | undefined;
  /** Origin of the host page, as the player reports it. */
  readonly embedder: string | undefined;
  /** The batch's videos that are in the catalog. Absent if the catalog is unknown. */
  readonly knownVideos: readonly string[] | undefined;
  /** Lengths of known videos that are not live. */
  readonly videoSeconds: Readonly<Record<string, number>> | undefined;
  /** Known videos whose streams come from other servers. */
  readonly videosElsewhere: readonly string[];
  readonly nowMs: number;
}

/** Counts that follow from events, written after the events in the same transaction. */
export interface EventProjection {
  /** `holders` own the rows that the statements insert. Both are empty for most batches. */
  statementsOf(
    batch: ProjectedBatch,
  ): Promise<{ readonly holders: readonly HolderPath[]; readonly statements: readonly Statement[] }>;
  /** Receives the rows of each statement after the commit. */
  learn(rows: Result['rows']): void;
}

export interface EventProjectionDependencies {
  readonly dialect: Dialect;
  /** Longest age of an event: an event that seems older was logged by a wrong clock. */
  readonly retentionMs: number;
  readonly admission: Pick<BudgetAdmission, 'mayAdd'>;
}

export type CreateEventProjection = (dependencies: EventProjectionDependencies) => EventProjection;
