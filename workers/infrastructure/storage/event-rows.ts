import type { StoredEvent } from '../../../protocol/infrastructure/records.ts';

/** Events that are likely to be sent together share a row of the database. */

/** Groups events into rows; the key of a row is the id of its first event. */
export function rowsOf(events: readonly StoredEvent[]): readonly StoredEvent[] {
  const groups = new Map<string, StoredEvent[]>();
  for (const event of events) {
    const { owner, endpoint, tier } = event;
    const key = `${owner} ${endpoint} ${tier}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [event]);
    else group.push(event);
  }
  return [...groups.values()].map(rowOf);
}

function rowOf(events: readonly StoredEvent[]): StoredEvent {
  const [first] = events as [StoredEvent];
  if (events.length === 1) return first;
  return {
    ...first,
    eventIds: events.map(({ id }) => id),
    serialized: events.map(({ serialized }) => serialized).join('\n'),
  };
}

/** The events of a row. */
export function eventsOf({ eventIds, ...row }: StoredEvent): readonly StoredEvent[] {
  if (eventIds === undefined) return [row];
  const lines = row.serialized.split('\n');
  return eventIds.map((id, index) => ({ ...row, id, serialized: lines[index] ?? '' }));
}

/** The row under its old key without the events in `gone`; `null` if no event is left. */
export function without(row: StoredEvent, gone: ReadonlySet<string>): StoredEvent | null {
  const left = eventsOf(row).filter(({ id }) => !gone.has(id));
  return left.length === 0 ? null : { ...rowOf(left), id: row.id, eventIds: left.map(({ id }) => id) };
}
