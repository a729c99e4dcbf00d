import type { EventName, EventPayload } from '../../protocol/infrastructure/events.ts';
import type { ActivitySummary } from '../../protocol/profiling/activity.ts';
import { fail, succeed, type Outcome } from '../../protocol/runtime/outcome.ts';
import { EVENT_PAYLOADS } from '../../protocol/infrastructure/events.ts';

export interface LoggedCall {
  readonly name: EventName;
  readonly payload: Record<string, unknown>;
}

/** Accepts events like the infrastructure, and refuses those that the provider would refuse. */
export function createFakeLog(activity: ActivitySummary | null = null) {
  const logged: LoggedCall[] = [];
  return {
    logged,
    names: (): EventName[] => logged.map(({ name }) => name),
    payloadsOf: (wanted: EventName): Record<string, unknown>[] =>
      logged.filter(({ name }) => name === wanted).map(({ payload }) => payload),
    summariseActivity: async (): Promise<Outcome<ActivitySummary>> =>
      activity === null ? fail('worker.unavailable', 'no service') : succeed(activity),
    log<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
      const checked = EVENT_PAYLOADS[name].safeParse(payload);
      if (!checked.success) throw new Error(`${name}: ${checked.error.message}`);
      logged.push({ name, payload: { ...payload } });
    },
  };
}
