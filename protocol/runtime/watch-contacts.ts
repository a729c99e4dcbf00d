import type { Contact, Purpose } from '../privacy/contacts.ts';

/** A request as the browser recorded it: its address without a query, and `initiatorType`. */
export interface SeenRequest {
  readonly origin: string;
  readonly address: string;
  readonly by: string;
}

/** The part of `performance` that is used; entries of this kind have an `initiatorType`. */
export interface RequestRecord {
  getEntriesByType(type: 'resource'): readonly { readonly name: string; readonly initiatorType?: string }[];
  clearResourceTimings(): void;
  addEventListener(type: 'resourcetimingbufferfull', listener: () => void): void;
}

/**
 * Lists the origins that this thread has contacted, from Resource Timing. The browser's buffer holds 250 requests, so a
 * full buffer is read and emptied.
 */
export function watchContacts(
  record: RequestRecord,
  purposeOf: (request: SeenRequest) => Purpose,
): () => readonly Contact[] {
  const known = new Map<string, Contact>();
  const read = (): void => {
    for (const { name, initiatorType = '' } of record.getEntriesByType('resource')) {
      // Skips `blob:` and `data:` addresses, which the page has made itself.
      const origin = /^https?:\/\/[^/?#]+/i.exec(name)?.[0];
      if (origin === undefined) continue;
      const purpose = purposeOf({ origin, address: withoutQuery(name), by: initiatorType });
      known.set(`${origin} ${purpose}`, { origin, purpose });
    }
  };
  record.addEventListener('resourcetimingbufferfull', () => {
    read();
    record.clearResourceTimings();
  });
  return () => {
    read();
    return [...known.values()];
  };
}

/** Whether a request went to the absolute address `known`, or below it; queries are ignored. */
export function isTo({ address }: Pick<SeenRequest, 'address'>, known: string): boolean {
  return address.startsWith(withoutQuery(known));
}

/** Addresses of the provider that either thread calls, as far as they are known. */
export interface CallAddresses {
  readonly api?: string;
  readonly errorReport?: string;
  readonly networkCheck?: string;
  readonly dataSyncIds?: string;
}

/** @param resolve Makes an address absolute. */
export function isCall(
  request: Pick<SeenRequest, 'address'>,
  { api = '', errorReport, networkCheck, dataSyncIds }: CallAddresses,
  resolve: (address: string) => string,
): boolean {
  return [`${api}/youtubei/`, errorReport, networkCheck, dataSyncIds].some(
    (known) => known !== undefined && isTo(request, resolve(known)),
  );
}

function withoutQuery(address: string): string {
  return address.replace(/[?#].*/s, '');
}
