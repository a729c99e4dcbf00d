/** Limits of an input; both are counted before the input is parsed. */
export interface InputBound {
  readonly characters: number;
  /** Fields, parameters, items or JSON values. */
  readonly values: number;
}

/** Bytes of all headers of a request with its address, as Node's default. */
export const HEADERS_MAX_BYTES = 16_384;

/**
 * Limits of every input that the thread of the pages parses: within its limits, no input takes more than
 * some milliseconds of the processor (`tests/unit/provider/http/input-bounds.test.ts` walks the table). Events are larger:
 * the database's process parses them.
 */
export const INPUT_BOUNDS = {
  /** The address of a page has 40 parameters at most, a request for received events 20. */
  query: { characters: HEADERS_MAX_BYTES, values: 128 },
  /** Escapes that are not UTF-8, anywhere in an address: each costs an exception, and again in each part that reads it. */
  brokenEscapes: { characters: HEADERS_MAX_BYTES, values: 32 },
  /** The form of an error report has 26 fields, and 100 kB if each character of them is escaped. */
  form: { characters: 131_072, values: 64 },
  /** The largest call of a page has 1 000 ids of videos. */
  call: { characters: 131_072, values: 2_000 },
  license: { characters: 65_536, values: 1_000 },
  /** A browser sends the languages of its settings. */
  languages: { characters: HEADERS_MAX_BYTES, values: 32 },
  /** Browsers keep some 180 cookies of a site. */
  cookies: { characters: HEADERS_MAX_BYTES, values: 512 },
  encodings: { characters: HEADERS_MAX_BYTES, values: 32 },
  etags: { characters: HEADERS_MAX_BYTES, values: 64 },
  /** Each proxy of the operator appends an entry, and the client may have sent others. */
  forwarded: { characters: 2_048, values: 64 },
} as const satisfies Record<string, InputBound>;

/** Bodies of events, in the database's process. The largest body of a page has 90 000 values, in watched ranges. */
export const EVENTS_VALUES_MAX = 100_000;
