import { sql } from 'kysely';
import { EVENT_PAYLOADS, type EventName } from '../../../protocol/events/events.ts';
import { tierOfEvent } from '../../../protocol/events/event-delivery.ts';

/** Importance of events with unknown names: a newer page may send some, and any client may make them up. */
const UNKNOWN_EVENT = 0;

/**
 * The order in which events are shed when their sender holds too much: by the tier that this version gives their names. The tier in
 * the row is data of the sender, who would decide which rows are lost.
 */
export const IMPORTANCE_OF_EVENT = sql`CASE name ${sql.join(
  Object.keys(EVENT_PAYLOADS).map((name) => sql`WHEN ${sql.lit(name)} THEN ${sql.lit(tierOfEvent(name as EventName))}`),
  sql` `,
)} ELSE ${sql.lit(UNKNOWN_EVENT)} END`;
