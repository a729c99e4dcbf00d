import { expect, test } from 'vitest';
import type { InfrastructureSettings } from '../../../../../protocol/infrastructure/rpc.ts';
import { Checkpoint } from '../../../../../workers/infrastructure/checkpoint.ts';
import { Session } from '../../../../../workers/infrastructure/context/session.ts';
import { Cookies } from '../../../../../workers/infrastructure/preferences/page-cookies.ts';
import { makeSettings } from '../../../../support/pipeline-harness.ts';
import { SESSION_BROWSER } from '../../../../support/session-browser.ts';

const PREFERENCES = '__Host-oriel-preferences';
const LOCATION = '__Host-oriel-location';

function openCookies(cookies = '', { privateEmbed = false, screenPixelDensity = 1 } = {}) {
  const plain = makeSettings();
  const settings: InfrastructureSettings = {
    ...plain,
    cookies,
    client: { ...plain.client, screenPixelDensity },
    page: { ...plain.page, privacy: { ...plain.page.privacy, privateEmbed } },
  };
  const written: unknown[][] = [];
  const session = new Session(settings, SESSION_BROWSER);
  const hooks = {
    askLocation: () => Promise.resolve({ locationInfoStatus: 'unavailable' as const }),
    writeCookie: (...parameters: unknown[]) => void written.push(parameters),
    saveCheckpoint() {},
    readSpans: async () => [],
  };
  return { written, session, cookies: new Cookies(settings, hooks, session, new Checkpoint(undefined, hooks)) };
}

test('all preferences are stored in one cookie of keys and values, for 63072000 s [S9]', () => {
  const { cookies, written } = openCookies();
  cookies.preferences.set('captions', 'en & de=both; ü');
  cookies.preferences.set('volume', '50');
  expect(written).toEqual([
    [PREFERENCES, 'captions=en%20%26%20de%3Dboth%3B%20%C3%BC', 63_072_000],
    [PREFERENCES, 'captions=en%20%26%20de%3Dboth%3B%20%C3%BC&volume=50', 63_072_000],
  ]);
});

test('written preferences are read back, beside other cookies [S9]', () => {
  const { cookies } = openCookies(`a=b; ${PREFERENCES}=captions=en%20%26%20de%3Dboth&later_version=1; c=d`);
  expect(cookies.preferences.all()).toEqual({ captions: 'en & de=both', later_version: '1' });
});

test.each(['a-b', '', 'a b', 'ü', 'a=b', 'a&b', 'a;b', 'a\n'])(
  'a preference with the key %j is refused and nothing changes [S9]',
  (key) => {
    const { cookies, written } = openCookies(`${PREFERENCES}=volume=50`);
    expect(cookies.preferences.set(key, 'x')).toMatchObject({ ok: false });
    expect(cookies.preferences.all()).toEqual({ volume: '50' });
    expect(written).toEqual([]);
  },
);

test('malformed entries of the preferences cookie are skipped [S9]', () => {
  const { cookies } = openCookies(`${PREFERENCES}=volume=50&&bad-key=2&=3&alone&broken=%E0%A4%A`);
  expect(cookies.preferences.all()).toEqual({ volume: '50' });
});

test('a write keeps changes by other tabs and own changes that the cookie does not show yet [S9]', () => {
  const { cookies, written } = openCookies(`${PREFERENCES}=volume=50&speed=1`);
  const lastWritten = () => written.at(-1)?.[1];
  cookies.preferences.set('volume', '60', `${PREFERENCES}=volume=50&speed=1`);
  cookies.preferences.set('captions', '1', `${PREFERENCES}=volume=50&speed=2`);
  expect(lastWritten()).toBe('volume=60&speed=2&captions=1');
  cookies.preferences.set('muted', '1', `${PREFERENCES}=volume=60&speed=2&captions=1`);
  cookies.preferences.set('speed', null, `${PREFERENCES}=volume=80&captions=1&muted=1&speed=2`);
  expect(lastWritten()).toBe('volume=80&captions=1&muted=1');
  cookies.preferences.set('muted', '0');
  expect(cookies.preferences.all()).toEqual({ volume: '80', captions: '1', muted: '0' });
});

test('setting a preference to null removes its key [S9]', () => {
  const { cookies, written } = openCookies(`${PREFERENCES}=a=1&b=2`);
  cookies.preferences.set('a', null);
  expect(cookies.preferences.all()).toEqual({ b: '2' });
  expect(written).toEqual([[PREFERENCES, 'b=2', 63_072_000]]);
});

test('the hi-DPI flag is bit 67108864, follows the screen density, and does not change other flags [S9]', () => {
  const high = openCookies(`${PREFERENCES}=f=5`, { screenPixelDensity: 2 });
  high.cookies.renew();
  expect(Number.parseInt(high.cookies.preferences.all()['f'] ?? '', 16)).toBe(67_108_864 + 5);
  expect(high.written[0]).toEqual([PREFERENCES, 'f=4000005', 63_072_000]);
  const ordinary = openCookies(`${PREFERENCES}=f=4000005`);
  ordinary.cookies.renew();
  expect(ordinary.cookies.preferences.all()).toEqual({ f: '5' });
});

test('a visit renews an existing preferences cookie, and creates no new cookie [S9]', () => {
  const known = openCookies(`${PREFERENCES}=volume=50`);
  known.cookies.renew();
  expect(known.written).toEqual([[PREFERENCES, 'volume=50', 63_072_000]]);
  const stranger = openCookies();
  stranger.cookies.renew();
  expect(stranger.written).toEqual([]);
});

test('the hi-DPI flag alone creates no cookie, and is stored with a later preference [S9]', () => {
  const { cookies, written } = openCookies('', { screenPixelDensity: 2 });
  cookies.renew();
  expect(written).toEqual([]);
  cookies.preferences.set('volume', '50');
  expect(written).toEqual([[PREFERENCES, 'volume=50&f=4000000', 63_072_000]]);
});

test('the location token is kept for 15552000 s and sent with every call [N18, S9]', () => {
  const { cookies, session, written } = openCookies();
  expect(session.locationInfo).toBeUndefined();
  cookies.saveLocationToken('a;b');
  expect(written).toEqual([[LOCATION, 'a%3Bb', 15_552_000]]);
  expect(session.locationInfo).toEqual({ locationInfoStatus: 'unknown', locationPlayabilityToken: 'a;b' });
  const next = openCookies(`${LOCATION}=a%3Bb`);
  expect(next.session.locationInfo).toMatchObject({ locationPlayabilityToken: 'a;b' });
});

test.each([`${LOCATION}=`, `${LOCATION}=%E0%A4%A`])('a malformed location token is ignored: %s [N18]', (text) => {
  expect(openCookies(text).session.locationInfo).toBeUndefined();
});

test('a private embed writes no cookie and sends no location token [P10]', () => {
  const { cookies, session, written } = openCookies(`${LOCATION}=token`, { privateEmbed: true, screenPixelDensity: 2 });
  cookies.preferences.set('volume', '50');
  cookies.saveLocationToken('newer');
  cookies.renew();
  expect(written).toEqual([]);
  expect(session.locationInfo).toBeUndefined();
  expect(cookies.preferences.all()).toMatchObject({ volume: '50' });
});

test('without cookies, preferences last as long as the page [S9]', () => {
  const settings = makeSettings();
  const session = new Session(settings, SESSION_BROWSER);
  const cookies = new Cookies(settings, undefined, session, new Checkpoint(undefined, undefined));
  cookies.preferences.set('volume', '50');
  expect(cookies.preferences.all()).toEqual({ volume: '50' });
});
