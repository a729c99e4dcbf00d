import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import { createEventLines, makeSequenceId } from '../../../protocol/infrastructure/event-line.ts';

/** Lines of the service itself: a sequence beside that of the page (L6). */
export interface WorkerLines {
  readonly sequenceId: string;
  readonly line: ReturnType<typeof createEventLines>;
}

export function createWorkerLines(clock: Clock, random: Random): WorkerLines {
  const sequenceId = makeSequenceId(random);
  return { sequenceId, line: createEventLines(sequenceId, () => clock.now()) };
}
