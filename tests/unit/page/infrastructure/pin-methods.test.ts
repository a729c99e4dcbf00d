import { expect, test } from 'vitest';
import { pinMethods } from '../../../../src/page/platform/pin-methods.ts';

test('a pinned remote creates one proxy for each method, however often the method is called', () => {
  let madeCount = 0;
  const remote = new Proxy({} as Record<string, () => string>, {
    get: (_target, name) => {
      madeCount += 1;
      return () => String(name);
    },
  });
  const pinned = pinMethods(remote);
  expect([pinned['ping']?.(), pinned['ping']?.(), pinned['flush']?.()]).toEqual(['ping', 'ping', 'flush']);
  expect(madeCount).toBe(2);
});
