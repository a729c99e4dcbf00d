import { expect, test } from 'vitest';
import { COOKIE_NAMES } from '../../../../../protocol/infrastructure/cookies.ts';
import { CookieJar } from '../../../../../src/page/infrastructure/viewer/cookie-jar.ts';
import { PersistentValue } from '../../../../../src/page/infrastructure/viewer/persistent-value.ts';
import { LocalEntries } from '../../../../../src/page/infrastructure/viewer/local-entries.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { FakeCookies } from '../../../../support/fake-cookies.ts';
import { FakeStorage } from '../../../../support/fake-storage.ts';
import {
  LOCAL_ENTRY_LIFETIME_MS,
  LOCATION_TOKEN_LIFETIME_SECONDS,
  PREFERENCE_COOKIE_LIFETIME_SECONDS,
} from '../../../../../protocol/constants.ts';

const DAY_MS = 24 * 3_600_000;
type CookieKey = keyof typeof COOKIE_NAMES;
const LIFETIMES_SECONDS = {
  preferences: PREFERENCE_COOKIE_LIFETIME_SECONDS,
  locationToken: LOCATION_TOKEN_LIFETIME_SECONDS,
};

function openBox() {
  const clock = createFakeClock();
  const storage = new FakeStorage();
  const cookies = new FakeCookies(clock);
  const entries = new LocalEntries(() => storage, clock);
  const box = new PersistentValue(new CookieJar(() => cookies), entries);
  const keep = (key: CookieKey, value: string | null): void => {
    box.write(COOKIE_NAMES[key], value ?? '', value === null ? 0 : LIFETIMES_SECONDS[key]);
  };
  const readAll = (): Partial<Record<CookieKey, string>> => {
    return Object.fromEntries(
      Object.entries(COOKIE_NAMES).flatMap(([key, name]) => {
        const value = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(box.readAll())?.[1];
        return value === undefined ? [] : [[key, value]];
      }),
    );
  };
  return { clock, storage, cookies, entries, keep, readAll };
}

test.each([
  ['360 days', undefined, 360 * DAY_MS],
  ['the given lifetime', 1_000, 1_000],
])('an entry expires after %s, then reads as absent and is removed [S8]', (_, givenMs, lifetimeMs) => {
  const { clock, storage, entries } = openBox();
  entries.write('a', 'value', givenMs);
  clock.jumpWallClock(lifetimeMs - 1);
  expect(entries.read('a')).toBe('value');
  clock.jumpWallClock(1);
  expect(storage.texts()).toHaveLength(1);
  expect(entries.read('a')).toBeNull();
  expect(storage.texts()).toEqual([]);
});

test('a sweep removes only expired entries of the player, and nothing that other pages stored [S8]', () => {
  const { clock, storage, entries } = openBox();
  storage.setItem('a page wrote this', 'anything');
  entries.write('short', '1', 1_000);
  entries.write('long', '2');
  clock.jumpWallClock(1_000);
  entries.sweep();
  expect(storage.length).toBe(2);
  expect(entries.read('long')).toBe('2');
  expect(storage.getItem('a page wrote this')).toBe('anything');
});

test('a sweep removes journals whose first event is 360 days old or unreadable, and keeps younger journals [S8]', () => {
  const { clock, storage, entries } = openBox();
  const line = (eventTimeMs: number): string => JSON.stringify({ clientEventId: 'x.0', eventTimeMs });
  storage.setItem('oriel.journal.a|1|0', line(clock.now() - LOCAL_ENTRY_LIFETIME_MS));
  storage.setItem('oriel.journal.a|2|0', line(clock.now() - LOCAL_ENTRY_LIFETIME_MS + 1));
  storage.setItem('oriel.journal.a|3|0', 'not an event');
  entries.sweep();
  expect([storage.length, storage.key(0)]).toEqual([1, 'oriel.journal.a|2|0']);
});

test.each(['no json', 'null', '{"value":1,"expiresAtMs":9e15}', '{"value":"x"}'])(
  'an invalid entry, %s, reads as absent and is removed',
  (text) => {
    const { storage, entries } = openBox();
    entries.write('a', 'value');
    storage.setItem(storage.key(0) ?? '', text);
    expect(entries.read('a')).toBeNull();
    expect(storage.length).toBe(0);
  },
);

test('without access to storage nothing is stored and nothing throws [S8]', () => {
  const { storage, entries } = openBox();
  storage.refuses = true;
  expect(entries.write('a', 'value')).toBe(false);
  expect(entries.read('a')).toBeNull();
  entries.remove('a');
  entries.sweep();
  const unreachable = new LocalEntries(() => {
    throw new DOMException('sandboxed', 'SecurityError');
  }, createFakeClock());
  expect(unreachable.read('a')).toBeNull();
});

test('both cookies are partitioned, and each write sets the full lifetime [S9]', () => {
  const { cookies, keep, readAll } = openBox();
  keep('preferences', 'f1=4000000');
  keep('locationToken', 'token');
  const attributes = 'Path=/; Secure; SameSite=None; Partitioned';
  expect(cookies.written).toEqual([
    `__Host-oriel-preferences=f1=4000000; Max-Age=63072000; ${attributes}`,
    `__Host-oriel-location=token; Max-Age=15552000; ${attributes}`,
  ]);
  expect(readAll()).toEqual({ preferences: 'f1=4000000', locationToken: 'token' });
});

test('cookies with similar names are not read [S9]', () => {
  const { cookies, readAll } = openBox();
  cookies.cookie = 'x__Host-oriel-preferences=a; Max-Age=9';
  cookies.cookie = '__Host-oriel-preferences2=b; Max-Age=9';
  expect(readAll()).toEqual({});
});

test('a value whose cookie the browser drops is kept in local storage, with the same lifetime [S8, S9]', () => {
  const { clock, cookies, keep, readAll } = openBox();
  cookies.drops = true;
  keep('preferences', 'a=1');
  keep('locationToken', 'token');
  clock.jumpWallClock(180 * DAY_MS - 1);
  expect(readAll()).toEqual({ preferences: 'a=1', locationToken: 'token' });
  clock.jumpWallClock(1);
  expect(readAll()).toEqual({ preferences: 'a=1' });
  clock.jumpWallClock(180 * DAY_MS);
  expect(readAll()).toEqual({});
});

test('once the cookie can be written again, the entry in local storage is removed [S9]', () => {
  const { storage, cookies, keep, readAll } = openBox();
  cookies.drops = true;
  keep('preferences', 'a=1');
  cookies.drops = false;
  keep('preferences', 'a=2');
  expect(storage.texts()).toEqual([]);
  expect(readAll()).toEqual({ preferences: 'a=2' });
});

test('with cookies and storage refused nothing is stored, and nothing throws [S8, S9]', () => {
  const { storage, cookies, keep, readAll } = openBox();
  storage.refuses = true;
  cookies.refuses = true;
  keep('preferences', 'a=1');
  expect(readAll()).toEqual({});
  keep('preferences', null);
});

test('a value cannot inject attributes into a cookie [S9]', () => {
  const { cookies, keep, readAll } = openBox();
  keep('locationToken', 'token; Domain=example');
  expect(cookies.written).toEqual([]);
  expect(readAll()).toEqual({});
});

test('a removed value is deleted from the cookie and from local storage [S9]', () => {
  const { storage, cookies, keep, readAll } = openBox();
  keep('preferences', 'a=1');
  storage.setItem('oriel.entry.__Host-oriel-preferences', JSON.stringify({ value: 'old', expiresAtMs: 9e15 }));
  keep('preferences', null);
  expect(cookies.cookie).toBe('');
  expect(readAll()).toEqual({});
});
