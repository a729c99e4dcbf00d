import type { ObservedEvent } from '../../../protocol/provider/observation.ts';

/** Unchecked payload of an event: clients may send any data. */
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
