import type { ObservedEvent } from '../../../protocol/provider/observation.ts';

/** Payload of an event as it was sent: clients may send anything. */
export type Payload = Readonly<Record<string, unknown>>;

export function payloadOf({ payload }: Pick<ObservedEvent, 'payload'>): Payload {
  return JSON.parse(payload) as Payload;
}

export function asNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
