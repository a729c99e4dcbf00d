import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { EVENT_TIER } from '../../../protocol/events/event-tier.ts';
import { HOST_ERROR } from '../../../protocol/errors.ts';
import { BOT_DETECTION_STATES } from '../../../protocol/provider/identity.ts';
import { NONCE_ALPHABET } from '../../../protocol/identifiers.ts';
import * as K from '../../../protocol/constants.ts';

/** Every number of the requirements, as `protocol/requirements.md` states it. */
const REQUIRED: readonly (readonly [requirement: string, actual: unknown, required: unknown])[] = [
  ['P4 feature-flag values', K.FEATURE_FLAG_VALUE_MAX_CHARACTERS, 500],
  ['P7 ready poll', K.READY_POLL_INTERVAL_MS, 50],
  ['P7 queue', K.HOST_QUEUE_MAX_BYTES, 4 * 1024 * 1024],
  ['P7 message', K.HOST_MESSAGE_MAX_CHARACTERS, 64 * 1024],
  ['P8 error at ready time', K.READY_ERROR_MAX_DELAY_MS, 200],
  ['P12 ad-status wait', K.AD_STATUS_TIMEOUT_MS, 5000],
  ['C6 parameters', K.ERROR_PARAMETERS_MAX, 20],
  ['C6 length of parameters', K.ERROR_PARAMETERS_MAX_CHARACTERS, 1000],
  ['C3 bare list id', K.BARE_LIST_ID_CHARACTERS, 16],
  ['H6 deliveries', K.DELIVERY_INTERVAL_MS, 1000 / 4],
  [
    'H5 host codes',
    HOST_ERROR,
    { invalidParameter: 2, playback: 5, notFound: 100, notAllowed: 150, blocked: 151, identityDenied: 152 },
  ],
  ['N13 visitor-id timeout', K.VISITOR_ID_TIMEOUT_MS, 5000],
  ['N14, E5 error message', K.ERROR_MESSAGE_MAX_CHARACTERS, 250],
  ['N15 network check', K.NETWORK_CHECK_SAMPLE_RATE, 0.1],
  ['N16 first success', K.SUCCESS_STATUS_FIRST, 200],
  ['N16 last success', K.SUCCESS_STATUS_LAST, 206],
  ['N16 not modified', K.NOT_MODIFIED_STATUS, 304],
  ['N17 guard prefix', K.GUARD_PREFIX_CHARACTERS, 5],
  ['N18, S9 location token', K.LOCATION_TOKEN_LIFETIME_SECONDS, 15_552_000],
  ['N19 smallest gzip body', K.COMPRESSION_BODY_MIN_BYTES, 500],
  ['N19 largest gzip body', K.COMPRESSION_BODY_MAX_BYTES, 500_000],
  ['N20 slow run', K.COMPRESSION_SLOW_RUN_MS, 250],
  ['N20 slow runs', K.COMPRESSION_SLOW_RUNS_MAX, 4],
  ['L1 batch', K.BATCH_MAX_EVENTS, 100],
  ['L2 flush at once', K.FLUSH_AT_QUEUED_EVENTS, 1000],
  ['L3 small batch', K.BATCH_MIN_EVENTS, 5],
  ['L3 small batch age', K.SMALL_BATCH_MAX_AGE_MS, 60_000],
  ['L4 first flush', K.FIRST_FLUSH_DELAY_MS, 2000],
  ['L4 later flushes', K.FLUSH_INTERVAL_MS, 10_000],
  ['L4 flushes while data are saved', K.SAVING_FLUSH_INTERVAL_MS, 30_000],
  ['L5 tiers', EVENT_TIER, { unspecified: 0, default: 100, dispatchToEmpty: 200, fast: 300, immediate: 400 }],
  ['L5 fast timer', K.FAST_FLUSH_DELAY_MS, 1000],
  ['L8 repeats', K.LATENCY_REPEATS_MAX, 5],
  ['L8 age', K.LATENCY_ENTRY_MAX_AGE_MS, 60_000],
  ['L8 purge', K.LATENCY_PURGE_INTERVAL_MS, 5000],
  ['L9 nonce', K.SCREEN_NONCE_CHARACTERS, 16],
  ['L9 alphabet', new Set(NONCE_ALPHABET).size, 64],
  ['L9 attach cache', K.ATTACH_CACHE_MAX_ELEMENTS, 1000],
  ['S2 log database', K.LOG_DATABASE_VERSION, 9],
  ['S3 config database', K.CONFIG_DATABASE_VERSION, 1],
  ['S5 abandoned', K.QUEUED_REQUEST_MAX_AGE_MS, 2 * 60_000],
  ['S6 retry', K.RETRY_DELAY_MS, 5000],
  ['S6 retries', K.RETRIES_PER_PAGE_LOAD_MAX, 1],
  ['S6 gap', K.MINIMUM_SEND_GAP_MS, 100],
  ['S6 parked retry', K.PARKED_RETRY_BASE_MS, 60_000],
  ['S6 longest delay', K.PARKED_RETRY_MAX_MS, 30 * 60_000],
  ['S6 jitter', K.PARKED_RETRY_JITTER_RATE, 1 / 2],
  ['S6 refusals', K.REFUSALS_MAX, 8],
  ['S6 shortest Retry-After', K.RETRY_AFTER_MIN_MS, 1000],
  ['S6 expiry', K.REQUEST_MAX_AGE_MS, 30 * 24 * 3_600_000],
  ['S6 offline expiry', K.OFFLINE_REQUEST_MAX_AGE_MS, 24 * 3_600_000],
  ['S7 bad request', K.BAD_REQUEST_STATUS, 400],
  ['S7 unsupported media type', K.UNSUPPORTED_MEDIA_TYPE_STATUS, 415],
  ['S8 local entries', K.LOCAL_ENTRY_LIFETIME_MS, 360 * 24 * 3_600_000],
  ['S9 preference cookie', K.PREFERENCE_COOKIE_LIFETIME_SECONDS, 63_072_000],
  ['S9 browsers', K.BROWSER_COOKIE_LIFETIME_MAX_SECONDS, 400 * 86_400],
  ['S9 hi-DPI bit', K.HIGH_DENSITY_PREFERENCE_BIT, 67_108_864],
  ['S12 storage errors', K.POTENTIAL_FAULTS_MAX, 10],
  ['S13 transactions', K.TRANSACTION_EVENT_SAMPLE_RATE, 0.2],
  ['S13 secondary ones', K.SECONDARY_TRANSACTION_EVENT_SAMPLE_RATE, 0.1],
  ['E4 reports', K.ERROR_REPORTS_PER_PAGE_MAX, 5],
  ['E4 refused token', K.FORBIDDEN_STATUS, 403],
  ['E5 values', K.DESCRIBED_VALUE_MAX_CHARACTERS, 500],
  ['E5 budget', K.DESCRIBED_VALUES_BUDGET_CHARACTERS, 500],
  ['E5 activity', K.ACTIVITY_MAX_CHARACTERS, 4096],
  [
    'B1 states',
    BOT_DETECTION_STATES,
    {
      initial: 1,
      loading: 2,
      loadFailedFromUrl: 3,
      loadFailedFromScript: 4,
      initializing: 5,
      ready: 6,
      initializationFailed: 7,
      disposed: 8,
    },
  ],
  ['B3 refresh', K.VISITOR_ID_REFRESH_MS, 1_800_000],
  ['B3 retry', K.VISITOR_ID_RETRY_MS, 120_000],
  ['B3 retries', K.VISITOR_ID_RETRIES_MAX, 2],
  ['B7 timeout', K.GEOLOCATION_TIMEOUT_MS, 10_000],
  ['B7 mobile timeout', K.GEOLOCATION_MOBILE_TIMEOUT_MS, 15_000],
  ['B7 maximum age', K.GEOLOCATION_MAXIMUM_AGE_MS, 0],
  ['X4 navigation gate', K.NAVIGATION_GATE_MS, 5000],
  ['X6 rows', K.LOG_ROWS_MAX, 1000],
  ['X6 bytes', K.LOG_BYTES_MAX, 5 * 1024 * 1024],
  ['X6 beacon', K.BEACON_CHUNK_MAX_BYTES, 60_000],
];

test.each(REQUIRED)('the constant of %s has its required value [K1]', (_, actual, required) => {
  expect(actual).toEqual(required);
});

test('every constant is a finite number with its unit in its name [K1]', () => {
  const unit = /_(?:MS|SECONDS|BYTES|CHARACTERS|EVENTS|ELEMENTS|RATE|STATUS|VERSION|BIT|MAX|FIRST|LAST)$/;
  for (const [name, value] of Object.entries(K)) {
    expect(Number.isFinite(value), name).toBe(true);
    expect(name).toMatch(unit);
  }
});

test('every constant has a row in the table of required values [K1]', async () => {
  const table = await readFile('tests/unit/protocol/constants.test.ts', 'utf8');
  for (const name of Object.keys(K).filter((each) => !NOT_REQUIRED.has(each)))
    expect(table).toMatch(new RegExp(`', K\\.${name},`));
});

/** Constants that are used across folders but belong to no requirement. */
const NOT_REQUIRED = new Set([
  'SLOWEST_PLAYBACK_RATE',
  'FASTEST_PLAYBACK_RATE',
  'DROPPED_COUNT_MAX',
  'EVENT_INDEX_MAX',
  'REQUESTED_EVENTS_MAX',
  'REQUESTED_SEQUENCES_MAX',
]);
