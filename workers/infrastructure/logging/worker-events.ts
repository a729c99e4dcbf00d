import type { Clock, Random } from '../../../protocol/clock.ts';
import { createEventLines, makeSequenceId } from '../../../protocol/event-line.ts';
import type { EventPayload, WorkerEventName } from '../../../protocol/events.ts';

export type LogWorkerEvent = <Name extends WorkerEventName>(name: Name, payload: EventPayload<Name>) => void;

/** Events of the service itself: a sequence of its own, and the same way as all others (L6). */
export function createWorkerEvents(clock: Clock, random: Random, add: (line: string) => void): LogWorkerEvent {
  const line = createEventLines(makeSequenceId(random), () => clock.now());
  return (name, payload) => add(line(name, payload));
}
