import { createBudgets } from '../../../../src/provider/budgets/create-budgets.ts';
import { UNKNOWN_SENDER, type Sender } from '../../../../src/provider/budgets/sender.ts';
import type { Author } from '../../../../src/provider/budgets/viewer-writes.ts';
import type { Database } from '../../../../src/provider/database/database.ts';
import type { Databases } from '../../../../src/provider/database/open-database.ts';
import { Retention } from '../../../../src/provider/database/retention.ts';
import { EventStore } from '../../../../src/provider/logs/event-store.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../../src/provider/settings/limits.ts';
import type { FakeClock } from '../../../support/fake-clock.ts';

export function authorOf(viewer: string, sender: Sender = UNKNOWN_SENDER): Author {
  return { viewer, sender };
}

/** Retention with the budgets of its database. */
export function retentionOf(database: Database, clock: FakeClock, over: Partial<Limits> = {}): Retention {
  const limits = { ...DEFAULT_LIMITS, ...over };
  return new Retention({ database, clock, limits, budgets: createBudgets(database, clock, limits.databaseMaxBytes) });
}

/** With the default limits. */
export function eventStoreOf({ state, events }: Databases, clock: FakeClock): EventStore {
  const { admission } = createBudgets(state, clock, DEFAULT_LIMITS.databaseMaxBytes);
  return new EventStore({ database: events, clock, limits: DEFAULT_LIMITS, admission });
}
