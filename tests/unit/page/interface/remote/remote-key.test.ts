import { expect, test } from 'vitest';
import { isRemote } from '../../../../../src/page/interface/remote/is-remote.ts';
import { remoteKeyOf } from '../../../../../src/page/interface/remote/remote-key.ts';

const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

test.each([
  [
    'Samsung',
    'Mozilla/5.0 (SMART-TV; LINUX; Tizen 8.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0 TV Safari/537.36',
  ],
  ['LG', 'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'],
  [
    'Chromecast',
    'Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 CrKey/1.56',
  ],
  [
    'Fire TV',
    'Mozilla/5.0 (Linux; Android 9; AFTKA Build/PS7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36',
  ],
])('a browser of %s has a remote control, unless remote=0', (_, userAgent) => {
  expect([isRemote(undefined, userAgent), isRemote('0', userAgent)]).toEqual([true, false]);
});

test.each([
  [undefined, false],
  ['1', true],
  ['true', true],
  ['0', false],
  ['yes', false],
])('with remote=%s a desktop browser has a remote control: %s', (parameter, expected) => {
  expect(isRemote(parameter, DESKTOP)).toBe(expected);
});

const pressed = (key: string, keyCode = 0, more: Partial<KeyboardEvent> = {}) =>
  remoteKeyOf({ key, keyCode, ctrlKey: false, altKey: false, metaKey: false, ...more });

test.each([
  ['webOS', 'Unidentified', 461],
  ['Tizen', 'XF86Back', 10_009],
  ['Tizen, without a name', '', 10_009],
  ['Android', 'GoBack', 0],
  ['Fire TV', 'BrowserBack', 166],
  ['a keyboard (Escape)', 'Escape', 27],
])('the Back key of %s is read as Back', (_, key, code) => {
  expect(pressed(key, code)).toBe('back');
});

test('shortcuts of the player and of the browser are not read as keys of a remote control', () => {
  expect([pressed('k', 75), pressed('ColorF0Red', 403)]).toEqual([undefined, undefined]);
  expect(pressed('ArrowLeft', 37, { altKey: true })).toBeUndefined();
});
