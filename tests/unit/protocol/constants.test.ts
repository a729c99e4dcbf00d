import { expect, test } from 'vitest';
import {
  BRIDGE,
  ERRORS,
  IDENTITY,
  LIFECYCLE,
  LOGGING,
  MEDIA,
  PLAYER,
  PROVIDER,
  STORAGE,
  TRANSPORT,
} from '../../../protocol/constants.ts';
import { EVENT_TIER } from '../../../protocol/events.ts';
import { NONCE_ALPHABET } from '../../../protocol/identifiers.ts';

/** Every number of the requirements, as the requirements write it. */
const REQUIRED: readonly (readonly [requirement: string, actual: unknown, required: unknown])[] = [
  ['P4 feature-flag values', PLAYER.featureFlagValueMaxCharacters, 500],
  ['P7 proxy poll', PLAYER.proxyPollIntervalMs, 50],
  ['P12 ad-status wait', PLAYER.adStatusTimeoutMs, 5000],
  ['C3 bare list id', PLAYER.bareListIdCharacters, 16],
  ['N13 visitor-id timeout', TRANSPORT.visitorIdTimeoutMs, 5000],
  ['N14 error message', TRANSPORT.errorMessageMaxCharacters, 250],
  ['N15 network check', TRANSPORT.networkCheckSampleRate, 0.1],
  ['N16 first success', TRANSPORT.successStatusFirst, 200],
  ['N16 last success', TRANSPORT.successStatusLast, 206],
  ['N16 not modified', TRANSPORT.notModifiedStatus, 304],
  ['N17 guard prefix', TRANSPORT.guardPrefixCharacters, 5],
  ['N18 location token', TRANSPORT.locationTokenLifetimeSeconds, 180 * 24 * 3600],
  ['N19 smallest gzip body', TRANSPORT.compressionBodyMinBytes, 500],
  ['N19 largest gzip body', TRANSPORT.compressionBodyMaxBytes, 500_000],
  ['N20 slow run', TRANSPORT.compressionSlowRunMs, 250],
  ['N20 slow runs', TRANSPORT.compressionSlowRunsMax, 4],
  ['L1 batch', LOGGING.batchMaxEvents, 100],
  ['L2 flush at once', LOGGING.flushAtQueuedEvents, 1000],
  ['L3 small batch', LOGGING.batchMinEvents, 5],
  ['L3 small batch age', LOGGING.smallBatchMaxAgeMs, 60_000],
  ['L4 first flush', LOGGING.firstFlushDelayMs, 2000],
  ['L4 later flushes', LOGGING.flushIntervalMs, 10_000],
  ['L5 tiers', EVENT_TIER, { unspecified: 0, default: 100, dispatchToEmpty: 200, fast: 300, immediate: 400 }],
  ['L5 fast timer', LOGGING.fastFlushDelayMs, 1000],
  ['L8 repeats', LOGGING.latencyRepeatsMax, 5],
  ['L8 age', LOGGING.latencyEntryMaxAgeMs, 60_000],
  ['L8 purge', LOGGING.latencyPurgeIntervalMs, 5000],
  ['L9 nonce', LOGGING.screenNonceCharacters, 16],
  ['L9 alphabet', new Set(NONCE_ALPHABET).size, 64],
  ['L9 attach cache', LOGGING.attachCacheMaxElements, 1000],
  ['S2 log database', STORAGE.logDatabaseVersion, 9],
  ['S3 config database', STORAGE.configDatabaseVersion, 1],
  ['S5 abandoned', STORAGE.queuedRequestMaxAgeMs, 2 * 60_000],
  ['S6 retry', STORAGE.retryDelayMs, 5000],
  ['S6 retries', STORAGE.retriesPerPageLoadMax, 1],
  ['S6 gap', STORAGE.minimumSendGapMs, 100],
  ['S6 expiry', STORAGE.requestMaxAgeMs, 30 * 24 * 3_600_000],
  ['S6 offline expiry', STORAGE.offlineRequestMaxAgeMs, 24 * 3_600_000],
  ['S8 local entries', STORAGE.localEntryLifetimeMs, 360 * 24 * 3_600_000],
  ['S9 preference cookie', STORAGE.preferenceCookieLifetimeSeconds, 63_072_000],
  ['S9 hi-DPI bit', STORAGE.highDensityPreferenceBit, 67_108_864],
  ['S9 location cookie', STORAGE.locationCookieLifetimeSeconds, 15_552_000],
  ['S12 storage errors', STORAGE.potentialFaultsMax, 10],
  ['S13 transactions', STORAGE.transactionEventSampleRate, 0.2],
  ['S13 secondary ones', STORAGE.secondaryTransactionEventSampleRate, 0.1],
  ['E4 reports', ERRORS.reportsPerPageMax, 5],
  ['E5 message', ERRORS.messageMaxCharacters, 250],
  ['E5 values', ERRORS.valueMaxCharacters, 500],
  ['E5 budget', ERRORS.keyValueBudgetCharacters, 500],
  ['B3 refresh', IDENTITY.visitorIdRefreshMs, 1_800_000],
  ['B3 retry', IDENTITY.visitorIdRetryMs, 120_000],
  ['B3 retries', IDENTITY.visitorIdRetriesMax, 2],
  ['B7 timeout', IDENTITY.geolocationTimeoutMs, 10_000],
  ['B7 mobile timeout', IDENTITY.geolocationMobileTimeoutMs, 15_000],
  ['B7 maximum age', IDENTITY.geolocationMaximumAgeMs, 0],
  ['X4 navigation gate', LIFECYCLE.navigationGateMs, 5000],
  ['worker restarts', LIFECYCLE.workerRestartsMax, 3],
  ['window of worker restarts', LIFECYCLE.workerRestartWindowMs, 600_000],
];

test.each(REQUIRED)('%s [K1]', (_, actual, required) => {
  expect(actual).toEqual(required);
});

test('every number is finite and every duration and count has its unit in its name [K1]', () => {
  const groups = { BRIDGE, ERRORS, IDENTITY, LIFECYCLE, LOGGING, MEDIA, PLAYER, PROVIDER, STORAGE, TRANSPORT };
  const unit =
    /(Ms|Seconds|Bytes|Characters|Events|Elements|Pixels|Rate|Status|Version|Bit|Bits|Max|First|Last|Step|Jitter|Tolerance|Port|Default|Segments)$/;
  for (const [group, values] of Object.entries(groups))
    for (const [name, value] of Object.entries(values)) {
      const numbers = typeof value === 'number' ? [value] : Object.values(value as object);
      for (const number of numbers) expect(Number.isFinite(number), `${group}.${name}`).toBe(true);
      expect(name, `${group}.${name}`).toMatch(unit);
    }
});
