import type { EventName, EventPayload } from '../../protocol/infrastructure/events.ts';
import { EVENT_PAYLOADS } from '../../protocol/infrastructure/events.ts';

export interface LoggedCall {
  readonly name: EventName;
  readonly payload: Record<string, unknown>;
}

/** Accepts events like the infrastructure, and refuses those that the provider would refuse. */
export function createFakeLog() {
  const logged: LoggedCall[] = [];
  return {
    logged,
    names: (): EventName[] => logged.map(({ name }) => name),
    payloadsOf: (wanted: EventName): Record<string, unknown>[] =>
      logged.filter(({ name }) => name === wanted).map(({ payload }) => payload),
    log<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
      const checked = EVENT_PAYLOADS[name].safeParse(payload);
      if (!checked.success) throw new Error(`${name}: ${checked.error.message}`);
      logged.push({ name, payload: { ...payload } });
    },
  };
}
