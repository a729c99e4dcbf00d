/** A body on the wire; ten times the largest compressed batch. */
export const REQUEST_BODY_MAX_BYTES = 2_097_152;
/** A body after decompression: 100 events of 40 KB. Unpacking of a gzip bomb stops here. */
export const DECOMPRESSED_BODY_MAX_BYTES = 4_194_304;
/** Longer than the 30 days a client keeps a request (S6), so that duplicates are always detected. */
export const EVENT_RETENTION_MS = 3_024_000_000;
/** Time for pending requests at shutdown: half of the time after which container runtimes kill a process. */
const SHUTDOWN_GRACE_MS = 5_000;

/** An unload beacon of 60 000 bytes never needs more batches. */
export const BATCHES_PER_BODY_MAX = 50;

/** The unit of settings in days. */
export const DAY_MS = 86_400_000;

/** A number that protects the provider, and the variable that changes it. */
interface Limit {
  readonly variable: string;
  readonly fallback: number;
  readonly minimum: number;
  readonly maximum: number;
  /** Text of the reference: the bounded resource, and the effect past the limit. */
  readonly says: string;
}

const limit = (
  variable: string,
  fallback: number,
  [minimum, maximum]: readonly [number, number],
  says: string,
): Limit => ({
  variable,
  fallback,
  minimum,
  maximum,
  says,
});

/** Every limit of the provider. `npm run settings` writes them into the README. */
export const LIMITS = {
  bodyMaxBytes: limit(
    'ORIEL_BODY_MAX_BYTES',
    REQUEST_BODY_MAX_BYTES,
    [1_024, 104_857_600],
    'bytes of a body as it travels; 413 past it',
  ),
  unpackedBodyMaxBytes: limit(
    'ORIEL_UNPACKED_BODY_MAX_BYTES',
    DECOMPRESSED_BODY_MAX_BYTES,
    [1_024, 104_857_600],
    'bytes of a body after decompression; 413 past it',
  ),
  databaseQueueMaxCalls: limit(
    'ORIEL_DATABASE_QUEUE_MAX_CALLS',
    2_000,
    [1, 1_000_000],
    'calls that wait for the database; 503 past it',
  ),
  databaseQueueMaxBytes: limit(
    'ORIEL_DATABASE_QUEUE_MAX_BYTES',
    67_108_864,
    [1_048_576, 4_294_967_296],
    'bytes of what waits for the database; 503 past it',
  ),
  databaseTimeoutMs: limit(
    'ORIEL_DATABASE_TIMEOUT_MS',
    10_000,
    [100, 120_000],
    'milliseconds that a call waits for the database; 503 past it',
  ),
  databaseMaxBytes: limit(
    'ORIEL_DATABASE_MAX_BYTES',
    2_147_483_648,
    [16_777_216, 1_099_511_627_776],
    'bytes of the database. Nearly full, senders with more than their share get 429; past it, rows of the largest go',
  ),
  streamMaxBytes: limit(
    'ORIEL_STREAM_MAX_BYTES',
    1_073_741_824,
    [1_048_576, 1_099_511_627_776],
    'bytes of events in the stream that are not in the database yet, when it is made; 503 past it',
  ),
  eventRetentionDays: limit(
    'ORIEL_RETENTION_DAYS',
    EVENT_RETENTION_MS / DAY_MS,
    [31, 3_650],
    'days that events, sessions and batches are kept; longer than a client may hold them back',
  ),
  errorRetentionDays: limit('ORIEL_ERROR_RETENTION_DAYS', 35, [1, 3_650], 'days that error reports are kept'),
  audienceRetentionDays: limit(
    'ORIEL_AUDIENCE_RETENTION_DAYS',
    400,
    [31, 3_650],
    'days that the counts of `/provider/viewers` are kept, which name no viewer',
  ),
  viewerRetentionDays: limit(
    'ORIEL_VIEWER_RETENTION_DAYS',
    400,
    [1, 3_650],
    'days that subscriptions, likes and lists of viewers are kept after their last change',
  ),
  visitorRetentionDays: limit(
    'ORIEL_VISITOR_RETENTION_DAYS',
    14,
    [1, 3_650],
    'the same of visitors who were there within one day and did not come back',
  ),
  newVisitorsPerHour: limit(
    'ORIEL_NEW_VISITORS_PER_HOUR',
    600,
    [0, 1_000_000],
    'visitors of one address, an hour, who store something for the first time; 429 past it, 0 for no limit',
  ),
  viewerRowsMax: limit(
    'ORIEL_VIEWER_ROWS_MAX',
    1_000,
    [1, 1_000_000],
    'subscriptions of one viewer, and channel preferences, and opinions of videos; the oldest go past it',
  ),
  viewerListEntriesMax: limit(
    'ORIEL_VIEWER_LIST_ENTRIES_MAX',
    2_000,
    [1, 1_000_000],
    'entries of all lists of one viewer, at most 1 000 of them in each; past it nothing is added',
  ),
  searchedEventsMax: limit(
    'ORIEL_SEARCHED_EVENTS_MAX',
    100_000,
    [1_000, 10_000_000],
    'events, newest first, that one search of `/provider` looks at',
  ),
  signedMediaSeconds: limit(
    'ORIEL_SIGNED_MEDIA_SECONDS',
    21_600,
    [60, 2_592_000],
    'seconds that a signed media address holds at least half of (`signMedia` in `site.json`); 403 past it',
  ),
  uploadMaxBytes: limit(
    'ORIEL_UPLOAD_MAX_BYTES',
    21_474_836_480,
    [0, 1_099_511_627_776],
    'bytes of a video that is uploaded on `/provider/films`; 413 past it, 0 for no such page',
  ),
  uploadRetentionDays: limit(
    'ORIEL_UPLOAD_RETENTION_DAYS',
    7,
    [1, 365],
    'days that an upload is kept to which nothing happens: one that was broken off, or could not be prepared',
  ),
  concurrentBodiesMax: limit(
    'ORIEL_CONCURRENT_BODIES',
    256,
    [1, 65_535],
    'bodies being read at once, a quarter of them for one address, half for an IPv6 /48 or IPv4 /24; past it the slowest of the largest share gets 503',
  ),
  bodyMemoryMaxBytes: limit(
    'ORIEL_BODY_MEMORY_BYTES',
    67_108_864,
    [1_048_576, 4_294_967_296],
    'bytes held of bodies being read, shared in the same way',
  ),
  connectionsMax: limit(
    'ORIEL_CONNECTIONS',
    2_048,
    [4, 65_535],
    'open connections, three quarters of them for an IPv6 /48 or IPv4 /24; past it the slowest of the largest share is closed',
  ),
  connectionsPerAddressMax: limit(
    'ORIEL_CONNECTIONS_PER_ADDRESS',
    1_024,
    [1, 65_535],
    'open connections of one peer, which may be a proxy or a school; more are closed at once',
  ),
  headersTimeoutMs: limit(
    'ORIEL_HEADERS_TIMEOUT_MS',
    10_000,
    [1_000, 600_000],
    'for the headers of a request; then 408',
  ),
  requestTimeoutMs: limit(
    'ORIEL_REQUEST_TIMEOUT_MS',
    30_000,
    [1_000, 600_000],
    'for a whole request, but for a video that is uploaded; then 408',
  ),
  stalledTimeoutMs: limit(
    'ORIEL_STALLED_TIMEOUT_MS',
    20_000,
    [1_000, 600_000],
    'without a byte moving while a request is sent or its response is read; then the connection is closed',
  ),
  keepAliveTimeoutMs: limit(
    'ORIEL_KEEP_ALIVE_TIMEOUT_MS',
    15_000,
    [1_000, 600_000],
    'for which a connection waits for its next request. Set it above what a proxy in front keeps connections for',
  ),
  shutdownGraceMs: limit(
    'ORIEL_SHUTDOWN_GRACE_MS',
    SHUTDOWN_GRACE_MS,
    [0, 600_000],
    'for open requests when the process has to end',
  ),
  callsPerSecond: limit(
    'ORIEL_CALLS_PER_SECOND',
    100,
    [0, 1_000_000],
    'calls and logs of one address, sustained; 429 past it, 0 for no limit',
  ),
  viewerCallsPerSecond: limit(
    'ORIEL_VIEWER_CALLS_PER_SECOND',
    10,
    [0, 1_000_000],
    'calls and logs of one viewer, sustained; 429 past it, 0 for no limit',
  ),
  pagesPerSecond: limit(
    'ORIEL_PAGES_PER_SECOND',
    200,
    [0, 1_000_000],
    'pages of one address, sustained; 429 past it, 0 for no limit',
  ),
  filesPerSecond: limit(
    'ORIEL_FILES_PER_SECOND',
    1_000,
    [0, 1_000_000],
    'media and assets of one address, sustained; 429 past it, 0 for no limit',
  ),
  bodyBytesPerSecond: limit(
    'ORIEL_BODY_BYTES_PER_SECOND',
    2_097_152,
    [0, 1_073_741_824],
    'unpacked bytes of bodies of one address, sustained; 429 past it, 0 for no limit',
  ),
  burstSeconds: limit(
    'ORIEL_BURST_SECONDS',
    20,
    [1, 3_600],
    'how many seconds of the five rates above may be asked for at once',
  ),
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof LIMITS;
export type Limits = { readonly [Name in LimitName]: number };

export const DEFAULT_LIMITS = Object.fromEntries(
  Object.entries(LIMITS).map(([name, { fallback }]) => [name, fallback]),
) as Limits;
