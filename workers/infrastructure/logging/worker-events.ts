import type { EventPayload, WorkerEventName } from '../../../protocol/infrastructure/events.ts';
import type { WorkerLines } from './worker-lines.ts';

export type LogWorkerEvent = <Name extends WorkerEventName>(name: Name, payload: EventPayload<Name>) => void;

/** Logs events of the service itself: a separate sequence, the same path as all others (L6). */
export function createWorkerEvents({ line }: WorkerLines, add: (line: string) => void): LogWorkerEvent {
  return (name, payload) => add(line(name, payload));
}
