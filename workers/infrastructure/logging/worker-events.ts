import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import { createEventLines, makeSequenceId } from '../../../protocol/infrastructure/event-line.ts';
import type { EventPayload, WorkerEventName } from '../../../protocol/infrastructure/events.ts';

export type LogWorkerEvent = <Name extends WorkerEventName>(name: Name, payload: EventPayload<Name>) => void;

/** Logs events of the service itself: a separate sequence, the same path as all others (L6). */
export function createWorkerEvents(clock: Clock, random: Random, add: (line: string) => void): LogWorkerEvent {
  const line = createEventLines(makeSequenceId(random), () => clock.now());
  return (name, payload) => add(line(name, payload));
}
