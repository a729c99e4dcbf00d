import { ENGLISH_ERRORS } from '../../../src/page/language/english.ts';
import { expect, test } from 'vitest';
import {
  ERROR_MESSAGES,
  hostErrorCode,
  NETWORK_ERROR_MESSAGES,
  PLAYER_ERRORS,
  STORAGE_ERROR_MESSAGES,
} from '../../../protocol/errors.ts';

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

test('every error tells the viewer what happened and what to do', () => {
  expect(Object.keys(ENGLISH_ERRORS)).toEqual(Object.keys(PLAYER_ERRORS));
  for (const [code, [title, advice]] of Object.entries(ENGLISH_ERRORS)) {
    expect(title, code).toMatch(/^[A-Z].*[^.]$/);
    expect(advice, code).toMatch(/^[A-Z].*\.$/);
  }
});

test('the messages are those of the specification, word for word', () => {
  expect(Object.values(ERROR_MESSAGES)).toEqual([
    'Biscotti ID is missing from server',
    'JSON parsing failed after fetch',
    'Error: API fetch failed',
    'Error: No InnerTubeContext shell provided in ytconfig.',
    'Unable to load Botguard',
    'Cannot initialize botguard without program',
    'Datasync ID not set',
    'innertube xhrclient not ready',
    'An extension is blocking network request',
    'Missing VISITOR_DATA',
  ]);
  expect(Object.values(STORAGE_ERROR_MESSAGES)).toHaveLength(12);
  expect(NETWORK_ERROR_MESSAGES['net.badstatus'](503)).toBe('Request failed, status=503');
  expect(NETWORK_ERROR_MESSAGES['net.unknown']()).toBe('Unknown request error');
  expect(NETWORK_ERROR_MESSAGES['net.timeout']()).toBe('Request timed out');
});
