import { expect, test } from 'vitest';
import { wantsAutoplay } from '../../../protocol/page/autoplay.ts';
import { PlayerConfig } from '../../../protocol/page/player-config.ts';
import { StoredRequest } from '../../../protocol/infrastructure/records.ts';
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
])('whether autoplay=%j of an address or a configuration starts playback: %s [P6]', (autoplay, wanted) => {
  expect(wantsAutoplay(autoplay)).toBe(wanted);
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

test.each([
  [')]}\'\n{"a":1}', '{"a":1}'],
  [')]}\'{"a":1}', '{"a":1}'],
  ['{"a":1}', '{"a":1}'],
  ['', ''],
])('the guard prefix is removed from %j [N17]', (body, rest) => {
  expect(stripGuardPrefix(body)).toBe(rest);
});
