import { createAudienceProjection } from '../../../../src/audience/counting/audience-projection.ts';
import { joinHours } from '../../../../src/audience/counting/join-hours.ts';
import { createBudgets } from '../../../../src/provider/budgets/create-budgets.ts';
import { UNKNOWN_SENDER, type Sender } from '../../../../src/provider/budgets/sender.ts';
import type { Author } from '../../../../src/provider/budgets/viewer-writes.ts';
import type { Database } from '../../../../src/provider/database/database.ts';
import type { Databases } from '../../../../src/provider/database/open-database.ts';
import { Retention } from '../../../../src/provider/stores/retention.ts';
import { EventStore } from '../../../../src/provider/logs/event-store.ts';
import type { EventProjectionDependencies } from '../../../../src/provider/logs/event-projection.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../../src/provider/settings/limits.ts';
import type { FakeClock } from '../../../support/fake-clock.ts';

export function authorOf(viewer: string, sender: Sender = UNKNOWN_SENDER): Author {
  return { viewer, sender };
}

/** Retention with the budgets of its database. */
export function retentionOf(database: Database, clock: FakeClock, over: Partial<Limits> = {}): Retention {
  const limits = { ...DEFAULT_LIMITS, ...over };
  const budgets = createBudgets(database, clock, limits.databaseMaxBytes);
  return new Retention({ database, clock, limits, budgets, sweeps: [joinHours] });
}

/** An event store with the default limits and the audience counts. */
export function eventStoreOf(
  { state, events: database }: Databases,
  clock: FakeClock,
  admission: EventProjectionDependencies['admission'] = createBudgets(state, clock, DEFAULT_LIMITS.databaseMaxBytes)
    .admission,
): EventStore {
  const createProjection = createAudienceProjection;
  return new EventStore({ database, clock, limits: DEFAULT_LIMITS, admission, createProjection });
}
