import { holderPath } from '../../provider/budgets/holder.ts';
import type {
  EventProjection,
  EventProjectionDependencies,
  ProjectedBatch,
} from '../../provider/logs/event-projection.ts';
import { AudienceWriter } from './audience-writer.ts';
import { hostOf } from './host-of.ts';

/** Projection that adds events to the audience counts, as long as the budget of these counts has room. */
export function createAudienceProjection({
  dialect,
  retentionMs,
  admission,
}: EventProjectionDependencies): EventProjection {
  const writer = new AudienceWriter(dialect, retentionMs);
  return {
    async statementsOf({ events, sender, device, embedder, nowMs, ...known }: ProjectedBatch) {
      const holder = holderPath('audience', sender);
      const from = { ...device, host: hostOf(embedder), ...known, holder };
      const rows = writer.rowsOf(events, from, nowMs);
      if (rows.facts.length === 0) return { holders: [], statements: [] };
      const mayName = await admission.mayAdd('audience', sender, 0);
      return { holders: [holder], statements: writer.statementsOf(rows, from, mayName) };
    },
    learn: (rows) => writer.learn(rows),
  };
}
