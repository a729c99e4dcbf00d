import { expect, test } from 'vitest';
import {
  OFFLINE_REQUEST_MAX_AGE_MS,
  QUEUED_REQUEST_MAX_AGE_MS,
  REQUEST_MAX_AGE_MS,
} from '../../../../../protocol/constants.ts';
import { Expiry } from '../../../../../workers/infrastructure/storage/expiry.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

const DAY_MS = 86_400_000;

function setUp() {
  const clock = createFakeClock();
  return { clock, expiry: new Expiry(clock), ago: (ageMs: number): number => clock.now() - ageMs };
}

test.each([
  [false, REQUEST_MAX_AGE_MS],
  [true, OFFLINE_REQUEST_MAX_AGE_MS],
])('a request stored while offline is %s expires when it is older than %i ms [S6]', (offline, maxAgeMs) => {
  const { expiry, ago } = setUp();
  expect(expiry.isExpired({ timestamp: ago(maxAgeMs), offline })).toBe(false);
  expect(expiry.isExpired({ timestamp: ago(maxAgeMs + 1), offline })).toBe(true);
});

test('a young request expires when its oldest event does [S6]', () => {
  const { expiry, ago } = setUp();
  const request = { timestamp: ago(0), offline: false };
  expect(expiry.isExpired({ ...request, loggedAtMs: ago(REQUEST_MAX_AGE_MS) })).toBe(false);
  expect(expiry.isExpired({ ...request, loggedAtMs: ago(REQUEST_MAX_AGE_MS + 1) })).toBe(true);
});

test('an event is too old after 30 days, unless an age above 400 days shows that it was logged with a wrong clock [S6]', () => {
  const { expiry, ago } = setUp();
  expect(expiry.isTooOld(ago(30 * DAY_MS))).toBe(false);
  expect(expiry.isTooOld(ago(30 * DAY_MS + 1))).toBe(true);
  expect(expiry.isTooOld(ago(400 * DAY_MS))).toBe(true);
  expect(expiry.isTooOld(ago(400 * DAY_MS + 1))).toBe(false);
});

test.each([1, -1])('nothing expires after the wall clock jumped by over a minute (%i) [S6]', async (direction) => {
  const { clock, expiry } = setUp();
  await clock.advance(5 * DAY_MS);
  clock.jumpWallClock(direction * 60_000);
  const old = { timestamp: clock.now() - REQUEST_MAX_AGE_MS - 1, offline: false };
  expect(expiry.isExpired(old)).toBe(true);
  clock.jumpWallClock(direction);
  expect(expiry.isExpired(old)).toBe(false);
  expect(expiry.isTooOld(old.timestamp)).toBe(false);
});

test('expiry does not depend on how long the page was open when the clocks were first compared', async () => {
  const clock = createFakeClock();
  await clock.advance(DAY_MS);
  const expiry = new Expiry(clock);
  expect(expiry.isTooOld(clock.now() - REQUEST_MAX_AGE_MS - 1)).toBe(true);
});

const ALIVE = new Set(['alive']);

test('only a QUEUED request can be abandoned [S5]', () => {
  const { expiry } = setUp();
  expect(expiry.isAbandoned({ status: 'QUEUED', owner: 'dead', queuedAt: 0 }, ALIVE)).toBe(true);
  expect(expiry.isAbandoned({ status: 'NEW', owner: 'dead', queuedAt: 0 }, ALIVE)).toBe(false);
});

test('a QUEUED request of a dead owner is abandoned at once, and a request of a living or unknown owner is not [S5, S10]', () => {
  const { expiry, ago } = setUp();
  const queued = { status: 'QUEUED', queuedAt: ago(0) } as const;
  expect(expiry.isAbandoned({ ...queued, owner: 'dead' }, ALIVE)).toBe(true);
  expect(expiry.isAbandoned({ ...queued, owner: 'alive' }, ALIVE)).toBe(false);
  expect(expiry.isAbandoned(queued, ALIVE)).toBe(false);
  expect(expiry.isAbandoned({ ...queued, owner: 'dead' }, null)).toBe(false);
});

test.each([
  ['a living owner', 'alive', ALIVE],
  ['no owner', undefined, ALIVE],
  ['an owner, in a browser without locks,', 'other', null],
])('a QUEUED request of %s is abandoned after two minutes [S5]', (_whose, owner, alive) => {
  const { expiry, ago } = setUp();
  const queued = (ageMs: number) =>
    ({ status: 'QUEUED', queuedAt: ago(ageMs), ...(owner === undefined ? {} : { owner }) }) as const;
  expect(expiry.isAbandoned(queued(QUEUED_REQUEST_MAX_AGE_MS), alive)).toBe(false);
  expect(expiry.isAbandoned(queued(QUEUED_REQUEST_MAX_AGE_MS + 1), alive)).toBe(true);
});

test('a QUEUED request without a time is abandoned [S5]', () => {
  expect(setUp().expiry.isAbandoned({ status: 'QUEUED', owner: 'alive' }, ALIVE)).toBe(true);
});

test('a time in the future is never older than a given age', () => {
  const { expiry, ago } = setUp();
  expect(expiry.isOlderThan(ago(-1), 0)).toBe(false);
  expect(expiry.isOlderThan(ago(-365 * DAY_MS), 0)).toBe(false);
});
