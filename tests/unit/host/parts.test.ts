import { expect, test } from 'vitest';
import { originOf } from '../../../src/host/host-origin.ts';
import { portableAddress } from '../../../src/host/frame/portable-address.ts';
import { ApiInfo } from '../../../src/host/player/api-info.ts';
import { Listeners } from '../../../src/host/player/listeners.ts';
import type { PlayerListenerEvent } from '../../../src/host/player/player-events.ts';
import { startSecondsOf } from '../../../src/host/player/start-seconds.ts';

test('an address without a host has no origin, and a relative address gets its origin from the base', () => {
  expect(originOf('')).toBeUndefined();
  expect(originOf('about:blank')).toBeUndefined();
  expect(originOf('//player.example/x', 'https://page.example')).toBe('https://player.example');
});

test.each<[string, readonly unknown[], number]>([
  ['loadVideoById', ['orieldemo01', 7], 7],
  ['cueVideoById', [{ videoId: 'orieldemo01', startSeconds: '9.5' }], 9.5],
  ['loadPlaylist', ['PLx', 1, 30], 30],
  ['cuePlaylist', [['a', 'b'], 1], 0],
  ['cuePlaylist', [{ list: 'PLx', startSeconds: 4 }], 4],
  ['loadVideoById', ['orieldemo01', -3], 0],
  ['loadVideoById', [{ startSeconds: 'soon' }], 0],
  ['loadVideoById', [null], 0],
])('%s %j starts at second %d', (command, args, expected) => {
  expect(startSecondsOf(command, args)).toBe(expected);
});

test('embed code names the present video, not the one the frame began with', () => {
  const address = 'https://player.example/embed/orieldemo01?hl=de';
  expect(portableAddress(address, 'orielmp4001')).toBe('https://player.example/embed/orielmp4001?hl=de');
});

test('modules and options are read from the last api information', () => {
  const info = new ApiInfo();
  expect([info.options(), info.options('captions'), info.option('captions', 'track')]).toEqual([[], [], undefined]);
  info.replace({ namespaces: ['captions'], captions: { options: ['track'], track: { languageCode: 'en' } } });
  expect(info.options()).toEqual(['captions']);
  expect(info.options('captions')).toEqual(['track']);
  expect(info.option('captions', 'track')).toEqual({ languageCode: 'en' });
  expect(info.option('constructor', 'name')).toBeUndefined();
  info.replace('nonsense');
  expect(info.options()).toEqual([]);
});

test('a listener may remove itself during delivery', () => {
  const calls: string[] = [];
  const listeners = new Listeners({ reportError: () => undefined });
  const second = () => void calls.push('second');
  const first = () => {
    calls.push('first');
    listeners.remove('onReady', first);
  };
  listeners.add('onReady', first);
  listeners.add('onReady', second);
  listeners.emit('onReady', { target: {}, data: null });
  listeners.emit('onReady', { target: {}, data: null });
  expect(calls).toEqual(['first', 'second', 'second']);
});

test('add and remove report only the first and the last listener of a name', () => {
  const listeners = new Listeners({ reportError: () => undefined });
  const [a, b] = [() => undefined, () => undefined];
  expect([listeners.add('x', a), listeners.add('x', b), listeners.add('x', a)]).toEqual([true, false, false]);
  expect([listeners.remove('x', a), listeners.remove('x', a), listeners.remove('x', b)]).toEqual([false, false, true]);
  expect(listeners.names).toEqual([]);
});

test('a listener given by name is resolved when the event occurs, and a listener that throws does not affect the others', () => {
  const scope: Record<string, unknown> = {};
  const reported: unknown[] = [];
  const heard: unknown[] = [];
  const listeners = new Listeners(Object.assign(scope, { reportError: (error: unknown) => void reported.push(error) }));
  listeners.add('onError', 'onPlayerError');
  listeners.add('onError', 'nowhere');
  listeners.add('onError', () => {
    throw new Error('of the page');
  });
  listeners.add('onError', ({ data }) => heard.push(data));
  scope['onPlayerError'] = ({ data }: PlayerListenerEvent) => heard.push(['named', data]);
  listeners.emit('onError', { target: {}, data: 5 });
  expect(heard).toEqual([['named', 5], 5]);
  expect(reported).toHaveLength(1);
});
