import { ErrorDetails, ErrorTypes, type ErrorData } from 'hls.js';
import { expect, test } from 'vitest';
import { LicenseFault } from '../../../../../../workers/media/engine/protection/license-fault.ts';
import { protectionFault } from '../../../../../../workers/media/engine/protection/protection-faults.ts';

const fault = (details: ErrorDetails, more: object = {}) =>
  protectionFault({
    type: ErrorTypes.KEY_SYSTEM_ERROR,
    details,
    fatal: true,
    error: new Error('no words'),
    ...more,
  } as ErrorData);

const status = (code: number) => ({ response: { url: '', data: undefined, code } });

test.each([
  [ErrorDetails.KEY_SYSTEM_NO_ACCESS, {}, 'drm.unavailable'],
  [ErrorDetails.KEY_SYSTEM_NO_CONFIGURED_LICENSE, {}, 'drm.unavailable'],
  [ErrorDetails.KEY_SYSTEM_NO_SESSION, {}, 'drm.unavailable'],
  [ErrorDetails.KEY_SYSTEM_STATUS_OUTPUT_RESTRICTED, {}, 'drm.unavailable'],
  [ErrorDetails.KEY_SYSTEM_STATUS_INTERNAL_ERROR, {}, 'drm.auth'],
  [ErrorDetails.KEY_SYSTEM_SERVER_CERTIFICATE_UPDATE_FAILED, {}, 'drm.unavailable'],
  [ErrorDetails.KEY_SYSTEM_SESSION_UPDATE_FAILED, {}, 'drm.auth'],
  [ErrorDetails.KEY_SYSTEM_NO_KEYS, { error: new Error('key expired (keyId: 1)') }, 'drm.auth'],
  [ErrorDetails.KEY_SYSTEM_NO_KEYS, { error: new LicenseFault('net.timeout', 'late') }, 'net.timeout'],
  [ErrorDetails.KEY_SYSTEM_LICENSE_REQUEST_FAILED, status(401), 'drm.auth'],
  [ErrorDetails.KEY_SYSTEM_LICENSE_REQUEST_FAILED, status(403), 'drm.auth'],
  [ErrorDetails.KEY_SYSTEM_LICENSE_REQUEST_FAILED, status(429), 'net.badstatus'],
  [ErrorDetails.KEY_SYSTEM_LICENSE_REQUEST_FAILED, status(500), 'net.badstatus'],
  [ErrorDetails.KEY_SYSTEM_SERVER_CERTIFICATE_REQUEST_FAILED, status(504), 'net.timeout'],
  [ErrorDetails.KEY_SYSTEM_SERVER_CERTIFICATE_REQUEST_FAILED, {}, 'net.connect'],
] as const)('the hls.js error %s with %j has the code %s [H5]', (details, more, code) => {
  expect(fault(details, more)).toBe(code);
});

test('a non-fatal key-system error and a network error are no protection fault', () => {
  expect(fault(ErrorDetails.KEY_SYSTEM_STATUS_OUTPUT_RESTRICTED, { fatal: false })).toBeUndefined();
  expect(fault(ErrorDetails.FRAG_LOAD_ERROR, { type: ErrorTypes.NETWORK_ERROR })).toBeUndefined();
});

test('a key of an undeclared key system is drm.unavailable at once, and a missing key file is no protection fault', () => {
  const load = { type: ErrorTypes.NETWORK_ERROR, fatal: false };
  const key = (keyFormat: string) => ({ ...load, frag: { encrypted: true, decryptdata: { keyFormat } } });
  expect(fault(ErrorDetails.KEY_LOAD_ERROR, key('com.microsoft.playready'))).toBe('drm.unavailable');
  expect(fault(ErrorDetails.KEY_LOAD_ERROR, key('identity'))).toBeUndefined();
  expect(fault(ErrorDetails.KEY_LOAD_ERROR, { ...load, frag: { encrypted: true } })).toBe('drm.unavailable');
});
