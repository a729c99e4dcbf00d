/** Every number of the requirements, with its unit in its name and the id of its rule. A test pins each value [K1]. */

// Page and commands (P, C)

/** Interval at which waiting commands check whether the player is ready (P7). */
export const READY_POLL_INTERVAL_MS = 50;
/**
 * Memory for messages that wait for the player, 4 MiB (P7). Bounded by bytes, not by count: real hosts never reach
 * the limit, and a hostile one cannot exhaust the page's memory.
 */
export const HOST_QUEUE_MAX_BYTES = 4_194_304;
/** A longer message is dropped before parsing, which a hostile host could use to cause work (P7). */
export const HOST_MESSAGE_MAX_CHARACTERS = 65_536;
/** Feature-flag values from the address are cut to this length (P4). */
export const FEATURE_FLAG_VALUE_MAX_CHARACTERS = 500;
/** Timeout of the ad-status script (P12). */
export const AD_STATUS_TIMEOUT_MS = 5_000;
/** A `playlist` string of exactly this length is a list id (C3). */
export const BARE_LIST_ID_CHARACTERS = 16;
/** Playback rates that media elements accept; they throw for rates outside. */
export const SLOWEST_PLAYBACK_RATE = 0.0625;
export const FASTEST_PLAYBACK_RATE = 16;

/** An error at ready time is posted this long after `onReady` at the latest (P8). */
export const READY_ERROR_MAX_DELAY_MS = 200;

// Host pages (H)

/** Steady playback sends at most four partial deliveries a second (H6). */
export const DELIVERY_INTERVAL_MS = 250;

// Calls to the provider (N)

/** Timeout of the request for a visitor id (N13). */
export const VISITOR_ID_TIMEOUT_MS = 5_000;
/** Length of an error's message, at its source and in its report (N14, E5). */
export const ERROR_MESSAGE_MAX_CHARACTERS = 250;
/** Share of page loads that make the network check (N15). */
export const NETWORK_CHECK_SAMPLE_RATE = 0.1;
/** First and last status of the contiguous success range (N16). */
export const SUCCESS_STATUS_FIRST = 200;
export const SUCCESS_STATUS_LAST = 206;
/** The only success status outside that range (N16). */
export const NOT_MODIFIED_STATUS = 304;
/** Characters of the guard prefix (N17). */
export const GUARD_PREFIX_CHARACTERS = 5;
/** Lifetime of the location playability token, 180 days (N18, S9). */
export const LOCATION_TOKEN_LIFETIME_SECONDS = 15_552_000;
/** Smallest and largest body that is sent with gzip (N19). */
export const COMPRESSION_BODY_MIN_BYTES = 500;
export const COMPRESSION_BODY_MAX_BYTES = 500_000;
/** Duration from which a compression counts as slow (N20). */
export const COMPRESSION_SLOW_RUN_MS = 250;
/** Number of slow compressions after which events of the session are sent uncompressed (N20). */
export const COMPRESSION_SLOW_RUNS_MAX = 4;

// Logging (L)

/** Events of one batch (L1). */
export const BATCH_MAX_EVENTS = 100;
/** Maximum count of one entry of `dropped`; the next request reports the rest. */
export const DROPPED_COUNT_MAX = 1_000_000;
/** The counter of a client event id has at most nine digits (L6). */
export const EVENT_INDEX_MAX = 999_999_999;
/** Events and sequences that one request for received events may cover: ten times the events that the log of a page holds. */
export const REQUESTED_EVENTS_MAX = 10_000;
export const REQUESTED_SEQUENCES_MAX = 20;
/** Queue length at which events are sent at once (L2). */
export const FLUSH_AT_QUEUED_EVENTS = 1_000;
/** A batch of fewer events waits until its oldest event reaches the age limit (L3). */
export const BATCH_MIN_EVENTS = 5;
/** Age limit of the oldest event in a small batch (L3). */
export const SMALL_BATCH_MAX_AGE_MS = 60_000;
/** Timers of a page: first flush after its start, then one each interval (L4). */
export const FIRST_FLUSH_DELAY_MS = 2_000;
export const FLUSH_INTERVAL_MS = 10_000;
/** The interval while the viewer saves data (L4): the header of each request costs about as much as ten events. */
export const SAVING_FLUSH_INTERVAL_MS = 30_000;
/** Timer of the fast tier (L5). */
export const FAST_FLUSH_DELAY_MS = 1_000;
/** Repeats of a latency key before it is suppressed, and the removal of old entries (L8). */
export const LATENCY_REPEATS_MAX = 5;
export const LATENCY_ENTRY_MAX_AGE_MS = 60_000;
export const LATENCY_PURGE_INTERVAL_MS = 5_000;
/** Visual elements: length of a screen nonce, and attached elements that are remembered (L9). */
export const SCREEN_NONCE_CHARACTERS = 16;
export const ATTACH_CACHE_MAX_ELEMENTS = 1_000;

// IndexedDB, local storage, cookies (S) and the journal of main

/** Version of the request log in IndexedDB (S2). */
export const LOG_DATABASE_VERSION = 9;
/** Version of the configuration store in IndexedDB (S3). */
export const CONFIG_DATABASE_VERSION = 1;
/** A QUEUED request older than this counts as abandoned (S5). */
export const QUEUED_REQUEST_MAX_AGE_MS = 120_000;
/** Retry of a failed request: its delay, and the number of retries in one page load (S6). */
export const RETRY_DELAY_MS = 5_000;
export const RETRIES_PER_PAGE_LOAD_MAX = 1;
/** First delay of a parked request; it doubles with each failure (S6). */
export const PARKED_RETRY_BASE_MS = 60_000;
/** Longest delay of a parked request, also where `Retry-After` requests a longer delay: 30 min (S6). */
export const PARKED_RETRY_MAX_MS = 1_800_000;
/** Share by which the delay of a parked request is varied, in either direction (S6). */
export const PARKED_RETRY_JITTER_RATE = 0.5;
/** A request refused this often is dropped (S6). So many refusals take an hour or more, time for a failing provider to recover. */
export const REFUSALS_MAX = 8;
/** The shortest `Retry-After` (S6). */
export const RETRY_AFTER_MIN_MS = 1_000;
export const MINIMUM_SEND_GAP_MS = 100;
export const REQUEST_MAX_AGE_MS = 2_592_000_000;
export const OFFLINE_REQUEST_MAX_AGE_MS = 86_400_000;
/** Statuses of a request that is itself wrong and is never sent again (S7). */
export const BAD_REQUEST_STATUS = 400;
export const UNSUPPORTED_MEDIA_TYPE_STATUS = 415;
/** Longest lifetime of an entry in local storage: 360 days (S8). */
export const LOCAL_ENTRY_LIFETIME_MS = 31_104_000_000;
/** Lifetime that the preference cookie requests (S9). */
export const PREFERENCE_COOKIE_LIFETIME_SECONDS = 63_072_000;
/** Browsers keep no cookie for longer; 400 days (S9). */
export const BROWSER_COOKIE_LIFETIME_MAX_SECONDS = 34_560_000;
export const HIGH_DENSITY_PREFERENCE_BIT = 67_108_864;
/** Storage faults after which the session writes nothing more and sends from memory (S12). */
export const POTENTIAL_FAULTS_MAX = 10;
/** Shares of IndexedDB transactions that are logged (S13). */
export const TRANSACTION_EVENT_SAMPLE_RATE = 0.2;
export const SECONDARY_TRANSACTION_EVENT_SAMPLE_RATE = 0.1;

// Errors (E)

/** Maximum number of error reports of one page (E4). */
export const ERROR_REPORTS_PER_PAGE_MAX = 5;
/** The token of a report is too old or missing; the report is sent again without one (E4). */
export const FORBIDDEN_STATUS = 403;
/** Length of one described value other than the message, and of all such values together (E5). */
export const DESCRIBED_VALUE_MAX_CHARACTERS = 500;
export const DESCRIBED_VALUES_BUDGET_CHARACTERS = 500;
/** Number of a report's parameters that the provider stores, and their total length with names (C6). */
export const ERROR_PARAMETERS_MAX = 20;
export const ERROR_PARAMETERS_MAX_CHARACTERS = 1_000;
/** Length of the JSON of a report's `activity` (E5). */
export const ACTIVITY_MAX_CHARACTERS = 4_096;

// Bot detection, visitor id, place (B)

/** Interval at which the visitor id is requested again, and the retries after a failure (B3). */
export const VISITOR_ID_REFRESH_MS = 1_800_000;
export const VISITOR_ID_RETRY_MS = 120_000;
export const VISITOR_ID_RETRIES_MAX = 2;
/** Options of the geolocation request, on desktop and on the mobile web (B7). */
export const GEOLOCATION_TIMEOUT_MS = 10_000;
export const GEOLOCATION_MOBILE_TIMEOUT_MS = 15_000;
export const GEOLOCATION_MAXIMUM_AGE_MS = 0;

// Lifecycle and scheduling (X), worker supervision

/** Limits of the log; past them the oldest row of the lowest tier is dropped (X6). */
export const LOG_ROWS_MAX = 1_000;
export const LOG_BYTES_MAX = 5_242_880;
/** Size of one beacon; browsers accept some 64 kB for all beacons in flight together (X6). */
export const BEACON_CHUNK_MAX_BYTES = 60_000;
/** Longest time that a navigation holds back jobs below user-visible priority (X4). */
export const NAVIGATION_GATE_MS = 5_000;
