import * as z from 'zod/mini';
import { endpointOfEvent, skipsRetry } from '../../../protocol/infrastructure/event-tiers.ts';
import { ClientEventId } from '../../../protocol/infrastructure/events.ts';
import type { LogEndpoint } from '../../../protocol/infrastructure/records.ts';

/** The fields of an event that the queue needs; the text itself is never changed. */
export interface LoggedEvent {
  readonly id: string;
  readonly endpoint: LogEndpoint;
  /** C7 */
  readonly skipRetry: boolean;
  readonly tier: number;
  /** Wall time it was logged, milliseconds. */
  readonly loggedAtMs: number;
  readonly text: string;
}

const Envelope = z.object({ clientEventId: ClientEventId, eventTimeMs: z.number(), tier: z.int(), name: z.string() });

/**
 * Reads the lines of a batch. Main made them, but some come from local storage, which any script of the origin can
 * write to; a line that is not an event is skipped and counted.
 */
export function readEventLines(lines: string): { readonly events: LoggedEvent[]; readonly malformedCount: number } {
  const texts = lines.split('\n').filter((line) => line !== '');
  const events = texts.map(readEventLine).filter((event) => event !== null);
  return { events, malformedCount: texts.length - events.length };
}

function readEventLine(text: string): LoggedEvent | null {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = Envelope.safeParse(input);
  if (!parsed.success) return null;
  const { clientEventId, eventTimeMs, tier, name } = parsed.data;
  return {
    id: clientEventId,
    endpoint: endpointOfEvent(name),
    skipRetry: skipsRetry(name),
    tier,
    loggedAtMs: eventTimeMs,
    text,
  };
}
