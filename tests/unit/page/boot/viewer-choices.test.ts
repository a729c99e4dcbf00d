import { expect, onTestFinished, test, vi } from 'vitest';
import { isStored, restoreSound, savesData } from '../../../../src/page/boot/viewer-choices.ts';

/** A page with these preferences; `null` where cookies are refused. */
function setUp(preferences: string | null, connection: object = {}) {
  vi.stubGlobal('navigator', { connection });
  vi.stubGlobal('document', {
    get cookie() {
      if (preferences === null) throw new DOMException('sandboxed', 'SecurityError');
      return `other=volume=3; __Host-oriel-preferences=${preferences}; dataSaver=on`;
    },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
}

test.for([
  ['is valid', '{"value":"off","expiresAtMs":1001}', true],
  ['is absent', null, false],
  ['has expired', '{"value":"off","expiresAtMs":1000}', false],
  ['is not valid JSON', 'off', false],
] as const)('an entry counts as a choice only while it is valid and not expired: the entry %s [S8]', ([, text, expected]) => {
  vi.useFakeTimers({ now: 1_000 });
  vi.stubGlobal('localStorage', { getItem: () => text });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  expect(isStored('oriel:single-keys')).toBe(expected);
});

test.for([
  ['the viewer has chosen nothing', '', {}, undefined, false],
  ['cookies are refused', null, {}, undefined, false],
  ['the viewer has turned data saving on', 'volume=40&dataSaver=on', {}, undefined, true],
  ['the viewer has turned data saving off, though the browser requests it', 'dataSaver=off', { saveData: true }, undefined, false],
  ['the address turns off the data saving that the viewer has chosen', 'dataSaver=on', {}, false, false],
  ['the address turns data saving on', '', {}, true, true],
  ['the browser requests data saving', '', { saveData: true }, undefined, true],
  ['the connection is slow', 'dataSaver=auto', { effectiveType: '3g' }, undefined, true],
  ['the network is mobile but fast', '', { type: 'cellular', effectiveType: '4g' }, undefined, false],
] as const)('data saving follows the address, else the viewer, else the browser: %s', ([, preferences, connection, asked, expected]) => {
  setUp(preferences, connection);
  expect(savesData(asked)).toBe(expected);
});

test.for([
  ['volume=40&muted=1', true, [0.4, true]],
  ['muted=1&volume=400', false, [1, false]],
  ['volume=loud', true, [0.7, false]],
  [null, true, [0.7, false]],
] as const)('with the preferences %s and mayMute %s the element gets the volume and mute %j', ([preferences, mayMute, expected]) => {
  setUp(preferences);
  const element = { volume: 0.7, muted: false } as HTMLVideoElement;
  restoreSound(element, mayMute);
  expect([element.volume, element.muted]).toEqual(expected);
});
