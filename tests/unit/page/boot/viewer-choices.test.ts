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
] as const)('only a valid entry that has not expired counts as a choice: it %s [S8]', ([, text, expected]) => {
  vi.useFakeTimers({ now: 1_000 });
  vi.stubGlobal('localStorage', { getItem: () => text });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  expect(isStored('oriel:single-keys')).toBe(expected);
});

test.for([
  ['off if the viewer has chosen nothing', '', {}, undefined, false],
  ['off if cookies are refused', null, {}, undefined, false],
  ['on if the viewer has turned it on', 'volume=40&dataSaver=on', {}, undefined, true],
  ['off if the viewer, unlike the browser, chose so', 'dataSaver=off', { saveData: true }, undefined, false],
  ['off if the address, unlike the viewer, chose so', 'dataSaver=on', {}, false, false],
  ['on if the address turns it on', '', {}, true, true],
  ['on if the browser requests it', '', { saveData: true }, undefined, true],
  ['on if the connection is slow', 'dataSaver=auto', { effectiveType: '3g' }, undefined, true],
  ['off if the network is mobile but fast', '', { type: 'cellular', effectiveType: '4g' }, undefined, false],
] as const)('data saving is %s', ([, preferences, connection, asked, expected]) => {
  setUp(preferences, connection);
  expect(savesData(asked)).toBe(expected);
});

test.for([
  ['volume=40&muted=1', true, [0.4, true]],
  ['muted=1&volume=400', false, [1, false]],
  ['volume=loud', true, [0.7, false]],
  [null, true, [0.7, false]],
] as const)('with the preferences %s and mayMute %s the element gets %j', ([preferences, mayMute, expected]) => {
  setUp(preferences);
  const element = { volume: 0.7, muted: false } as HTMLVideoElement;
  restoreSound(element, mayMute);
  expect([element.volume, element.muted]).toEqual(expected);
});
