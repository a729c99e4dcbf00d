import { expect, test } from 'vitest';
import { POTENTIAL_FAULTS_MAX } from '../../../../../protocol/constants.ts';
import { STORAGE_ERROR_MESSAGES } from '../../../../../protocol/errors.ts';
import { fail } from '../../../../../protocol/runtime/outcome.ts';
import { Persistence, QUOTA_PAUSE_MS } from '../../../../../workers/infrastructure/storage/persistence.ts';
import { StorageFaults } from '../../../../../workers/infrastructure/storage/storage-faults.ts';
import {
  faultOf,
  isHandleFault,
  storageFault,
  toStorageFault,
} from '../../../../../workers/infrastructure/storage/storage-fault.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

test('a full disk interrupts writing for a minute, and other faults do not', async () => {
  const clock = createFakeClock();
  const persistence = new Persistence(clock, new StorageFaults());
  persistence.begin();
  persistence.count(storageFault('unknownAbort'));
  expect([persistence.isOn, persistence.isInterrupted]).toEqual([true, false]);
  persistence.count(storageFault('quotaExceeded'));
  expect([persistence.isOn, persistence.isInterrupted, persistence.reason]).toEqual([false, true, '']);
  await clock.advance(QUOTA_PAUSE_MS - 1);
  expect(persistence.isOn).toBe(false);
  await clock.advance(1);
  expect([persistence.isOn, persistence.isInterrupted]).toEqual([true, false]);
});

test('a store that was given up before it opened is neither on nor interrupted', () => {
  const persistence = new Persistence(createFakeClock(), new StorageFaults());
  persistence.giveUp('not supported');
  expect([persistence.isOn, persistence.isInterrupted]).toEqual([false, false]);
});

test('the tenth fault gives the disk up for good, with the fault as the reason, and is reported once [S12]', () => {
  const persistence = new Persistence(createFakeClock(), new StorageFaults());
  let given = 0;
  persistence.whenGivenUp(() => (given += 1));
  for (let count = 1; count < POTENTIAL_FAULTS_MAX; count += 1) persistence.count(storageFault('unknownAbort'));
  expect([persistence.isOn, given]).toEqual([true, 0]);
  persistence.count(storageFault('databaseClosed'));
  persistence.count(storageFault('unknownAbort'));
  persistence.giveUp('later');
  expect([persistence.isOn, given]).toEqual([false, 1]);
  expect(persistence.reason).toBe(STORAGE_ERROR_MESSAGES.databaseClosed);
});

test.each([
  ['QuotaExceededError', 'quotaExceeded', false],
  ['UnknownError', 'quotaMaybeExceeded', true],
  ['AbortError', 'unknownAbort', true],
  ['InvalidStateError', 'databaseClosed', true],
  ['VersionError', 'newerVersion', false],
  ['NotFoundError', 'storesMissing', true],
  ['SecurityError', 'notSupported', false],
  ['DataError', 'unknownAbort', true],
] as const)('the exception %s of IndexedDB is the fault %s; its connection is dead: %s [E2]', (name, fault, isDead) => {
  const failure = toStorageFault(new DOMException('why', name));
  expect(failure).toMatchObject({
    code: 'storage.fault',
    message: STORAGE_ERROR_MESSAGES[fault],
    details: { fault, cause: `${name}: why` },
  });
  expect(isHandleFault(failure)).toBe(isDead);
});

test('a thrown value that is no exception, and a failure without a known fault, are the fault unknownAbort', () => {
  expect(faultOf(toStorageFault('text'))).toBe('unknownAbort');
  expect(faultOf(fail('net.unknown', 'failed'))).toBe('unknownAbort');
  expect(faultOf(fail('net.unknown', 'failed', { fault: 'toString' }))).toBe('unknownAbort');
  expect(faultOf(fail('net.unknown', 'failed', { fault: 'newerVersion' }))).toBe('newerVersion');
});

test('a storage fault without a cause has no field “cause”', () => {
  expect(storageFault('newerVersion').details).toEqual({ fault: 'newerVersion' });
});
