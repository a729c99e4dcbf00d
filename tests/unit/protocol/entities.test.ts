import { expect, test } from 'vitest';
import { ErrorRecord } from '../../../protocol/infrastructure/error-record.ts';
import { wantsAutoplay } from '../../../protocol/page/autoplay.ts';
import { PlayerConfig } from '../../../protocol/page/player-config.ts';
import { PlayerInfo } from '../../../protocol/host/player-info.ts';
import { ConfigRecord, StoredRequest } from '../../../protocol/infrastructure/records.ts';
import { RequestContext } from '../../../protocol/infrastructure/request-context.ts';
import { stripGuardPrefix } from '../../../protocol/provider/guard-prefix.ts';

test('a player configuration has args, attrs, assets and loaded [C1]', () => {
  const config = {
    args: { autoplay: 1, video_id: 'orieldemo01', fflags: 'a=b', loaderUrl: '/x.js', el: 'embedded' },
    attrs: { width: '100%', height: 360, id: 'player' },
    assets: { js: '/assets/a.js', css: '/assets/a.css' },
    loaded: true,
  };
  expect(PlayerConfig.parse(config)).toEqual(config);
  expect(PlayerConfig.safeParse({ ...config, assets: {} }).success).toBe(false);
  expect(PlayerConfig.safeParse({ ...config, args: { video_id: 7 } }).success).toBe(false);
});

test.each([
  ['0', false],
  [0, false],
  [false, false],
  [undefined, false],
  ['1', true],
  [1, true],
  [true, true],
  ['yes', true],
  ['', false],
  ['false', false],
  ['undefined', false],
  [null, false],
])('autoplay %j of an address or a configuration means load: %s [P6]', (autoplay, wanted) => {
  expect(wantsAutoplay(autoplay)).toBe(wanted);
});

test('a request context carries client, user, request, click tracking, ad signals and the screen nonce [C5]', () => {
  const context = {
    client: {
      clientName: 'WEB_EMBEDDED_PLAYER',
      clientVersion: '1',
      screenWidthPoints: 360,
      screenHeightPoints: 640,
      screenPixelDensity: 3,
      utcOffsetMinutes: 60,
      timeZone: 'Europe/Paris',
      userInterfaceTheme: 'USER_INTERFACE_THEME_DARK',
      connectionType: '4g',
      locationInfo: { locationInfoStatus: 'unknown' },
    },
    user: { lockedSafetyMode: false },
    request: {
      useSsl: true,
      consistencyTokenJars: [{ encryptedTokenJarContents: 'x' }],
      internalExperimentFlags: [{ key: 'a', value: 'b' }],
    },
    clickTracking: { clickTrackingParams: 'c' },
    adSignalsInfo: { params: [{ key: 'status', value: 'loaded' }] },
    clientScreenNonce: 'abcdefghijklmnop',
  };
  expect(RequestContext.parse(context)).toEqual(context);
  for (const key of ['client', 'user', 'request', 'clickTracking', 'adSignalsInfo'])
    expect(RequestContext.safeParse({ ...context, [key]: undefined }).success, key).toBe(false);
});

test('an error record has message, name, place, stack, params and weight [C6]', () => {
  const record = {
    message: 'm',
    name: 'TypeError',
    lineNumber: 1,
    fileName: '/a.js',
    stack: 's',
    params: { a: 'b' },
    sampleWeight: 10,
  };
  expect(ErrorRecord.parse(record)).toEqual(record);
  expect(ErrorRecord.safeParse({ ...record, sampleWeight: undefined }).success).toBe(false);
});

test('a stored request is NEW or QUEUED and counts its attempts [C7]', () => {
  const request = {
    id: 'r1',
    url: '/youtubei/v1/log_event',
    options: { method: 'POST', headers: {}, body: new Uint8Array([1]) },
    timestamp: 1,
    status: 'NEW',
    sendCount: 0,
    skipRetry: true,
    eventIds: ['a.1'],
    tier: 100,
    sizeBytes: 1,
    offline: false,
  };
  expect(StoredRequest.parse(request)).toMatchObject(request);
  expect(StoredRequest.safeParse({ ...request, status: 'SENT' }).success).toBe(false);
  expect(StoredRequest.safeParse({ ...request, sendCount: 0.5 }).success).toBe(false);
});

test('a config record is hot or cold, with hash, data and time [C8]', () => {
  const record = { config: 'hot', hashData: 'h', configData: { a: 1 }, timestamp: 1 };
  expect(ConfigRecord.parse(record)).toEqual(record);
  expect(ConfigRecord.safeParse({ ...record, config: 'warm' }).success).toBe(false);
});

test('player information has every field that hosts read [C4]', () => {
  expect(Object.keys(PlayerInfo.shape)).toEqual(
    expect.arrayContaining([
      'playerState',
      'currentTime',
      'duration',
      'videoData',
      'volume',
      'muted',
      'playbackRate',
      'playbackQuality',
      'availableQualityLevels',
      'videoLoadedFraction',
      'progressState',
      'playlist',
      'playlistIndex',
      'sphericalProperties',
    ]),
  );
});

test.each([
  [')]}\'\n{"a":1}', '{"a":1}'],
  [')]}\'{"a":1}', '{"a":1}'],
  ['{"a":1}', '{"a":1}'],
  ['', ''],
])('the guard prefix is removed from %j [N17]', (body, rest) => {
  expect(stripGuardPrefix(body)).toBe(rest);
});
