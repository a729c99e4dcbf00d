import { expect, test } from 'vitest';
import { hostErrorCode } from '../../../protocol/errors.ts';

test.each([
  ['api.invalidparam', 2],
  ['fmt.noneavailable', 5],
  ['fmt.decode', 5],
  ['fmt.unplayable', 5],
  ['html5.unsupportedads', 5],
  ['html5.missingapi', 5],
  ['html5.unsupportedlive', 5],
  ['drm.unavailable', 5],
  ['auth', 150],
  ['drm.auth', 150],
  ['heartbeat.net', 150],
  ['embedder.denied', 150],
  ['heartbeat.servererror', 150],
  ['heartbeat.stop', 150],
  ['mrm.blocked', 151],
  ['embedder.identity.denied', 152],
  ['net.timeout', 5],
  ['never.heard.of', 5],
  ['__proto__', 5],
])('the internal error %s is %i for hosts [H5]', (code, hostCode) => {
  expect(hostErrorCode(code)).toBe(hostCode);
});
