/** What a request was for. */
export const PURPOSES = [
  'player',
  'calls',
  'film',
  'pictures',
  'captions',
  'adStatus',
  'visitorId',
  'unknown',
] as const;
export type Purpose = (typeof PURPOSES)[number];

/** An origin that a thread has contacted, and for what; one with several purposes is there several times. */
export interface Contact {
  readonly origin: string;
  readonly purpose: Purpose;
}

/** A request as the browser recorded it: its address without a query, and `initiatorType`. */
export interface SeenRequest {
  readonly origin: string;
  readonly address: string;
  readonly by: string;
}

/** As much of `performance` as is used: `initiatorType` is there in entries of this kind. */
export interface RequestRecord {
  getEntriesByType(type: 'resource'): readonly { readonly name: string; readonly initiatorType?: string }[];
  clearResourceTimings(): void;
  addEventListener(type: 'resourcetimingbufferfull', listener: () => void): void;
}

/**
 * Whom this thread has contacted, as the browser itself recorded it. The record of a browser ends after 250 requests, so
 * one that is full is read and emptied.
 */
export function watchContacts(
  record: RequestRecord,
  purposeOf: (request: SeenRequest) => Purpose,
): () => readonly Contact[] {
  const known = new Map<string, Contact>();
  const read = (): void => {
    for (const { name, initiatorType = '' } of record.getEntriesByType('resource')) {
      /** Not what the page has made itself, as `blob:` and `data:`. */
      const origin = /^https?:\/\/[^/?#]+/i.exec(name)?.[0];
      if (origin === undefined) continue;
      const purpose = purposeOf({ origin, address: name.replace(/[?#].*/s, ''), by: initiatorType });
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
