import { ErrorDetails, ErrorTypes, type ErrorData } from 'hls.js';
import { expect, test } from 'vitest';
import { engineErrorCode, engineFault, isSilentError } from '../../../../../workers/media/engine/engine-errors.ts';
import { segment } from '../../../../support/fake-hls.ts';

const code = (details: ErrorDetails, status?: number): string =>
  engineErrorCode({ details, ...(status === undefined ? {} : { response: { code: status } }) });

test.each([
  [ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR, 'fmt.noneavailable'],
  [ErrorDetails.LEVEL_EMPTY_ERROR, 'fmt.noneavailable'],
  [ErrorDetails.MANIFEST_PARSING_ERROR, 'fmt.unplayable'],
  [ErrorDetails.LEVEL_PARSING_ERROR, 'fmt.unplayable'],
  [ErrorDetails.BUFFER_ADD_CODEC_ERROR, 'fmt.noneavailable'],
  [ErrorDetails.BUFFER_INCOMPATIBLE_CODECS_ERROR, 'fmt.unplayable'],
  [ErrorDetails.FRAG_PARSING_ERROR, 'fmt.unplayable'],
  [ErrorDetails.REMUX_ALLOC_ERROR, 'fmt.unplayable'],
  [ErrorDetails.BUFFER_APPEND_ERROR, 'fmt.decode'],
  [ErrorDetails.BUFFER_APPENDING_ERROR, 'fmt.decode'],
  [ErrorDetails.FRAG_DECRYPT_ERROR, 'fmt.decode'],
  [ErrorDetails.BUFFER_STALLED_ERROR, 'net.timeout'],
  [ErrorDetails.PLAYLIST_UNCHANGED_ERROR, 'net.timeout'],
  [ErrorDetails.INTERNAL_EXCEPTION, 'player.internal'],
  [ErrorDetails.ATTACH_MEDIA_ERROR, 'html5.missingapi'],
  [ErrorDetails.FRAG_LOAD_TIMEOUT, 'net.timeout'],
  [ErrorDetails.UNKNOWN, 'fmt.decode'],
] as const)('the hls.js error %s has the code %s [H5]', (details, expected) => {
  expect(code(details)).toBe(expected);
});

test.each([
  [ErrorDetails.MANIFEST_LOAD_ERROR, 404, 'net.unavailable'],
  [ErrorDetails.MANIFEST_LOAD_ERROR, 410, 'net.unavailable'],
  [ErrorDetails.LEVEL_LOAD_ERROR, 404, 'net.badstatus'],
  [ErrorDetails.LEVEL_LOAD_ERROR, 410, 'net.badstatus'],
  [ErrorDetails.MANIFEST_LOAD_ERROR, 400, 'net.badstatus'],
  [ErrorDetails.FRAG_LOAD_ERROR, 500, 'net.badstatus'],
  [ErrorDetails.FRAG_LOAD_ERROR, 401, 'auth'],
  [ErrorDetails.FRAG_LOAD_ERROR, 403, 'auth'],
  [ErrorDetails.FRAG_LOAD_ERROR, 200, 'fmt.unplayable'],
  [ErrorDetails.FRAG_LOAD_ERROR, 199, 'net.connect'],
  [ErrorDetails.FRAG_LOAD_ERROR, undefined, 'net.connect'],
] as const)('the hls.js error %s with the status %s has the code %s [H5]', (details, status, expected) => {
  expect(code(details, status)).toBe(expected);
});

test('captions that fail to load are not an error of the player', () => {
  expect(isSilentError({ details: ErrorDetails.SUBTITLE_LOAD_ERROR })).toBe(true);
  expect(isSilentError({ details: ErrorDetails.SUBTITLE_TRACK_LOAD_TIMEOUT })).toBe(true);
  expect(isSilentError({ details: ErrorDetails.AUDIO_TRACK_LOAD_ERROR })).toBe(false);
});

const fault = (data: Partial<ErrorData>, hasLevels = true) => engineFault(data as ErrorData, hasLevels);

test('a network fault has its status and the address of its segment', () => {
  const frag = segment(3);
  expect(
    fault({
      type: ErrorTypes.NETWORK_ERROR,
      details: ErrorDetails.FRAG_LOAD_ERROR,
      response: { url: '', code: 503, data: '' },
      frag,
    }),
  ).toEqual({ kind: 'network', status: 503, segment: '3.m4s', isFinal: false });
});

test('an error that is not a network error is a media fault, without a status', () => {
  expect(fault({ type: ErrorTypes.MEDIA_ERROR, details: ErrorDetails.BUFFER_APPEND_ERROR })).toEqual({
    kind: 'media',
    status: 0,
    segment: null,
    isFinal: false,
  });
});

test('the fault of an init segment has no segment to skip', () => {
  expect(fault({ details: ErrorDetails.FRAG_LOAD_ERROR, frag: segment(0, { sn: 'initSegment' }) }).segment).toBeNull();
});

test.each([
  ErrorDetails.MANIFEST_PARSING_ERROR,
  ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR,
  ErrorDetails.LEVEL_EMPTY_ERROR,
  ErrorDetails.LEVEL_PARSING_ERROR,
  ErrorDetails.BUFFER_ADD_CODEC_ERROR,
  ErrorDetails.BUFFER_INCOMPATIBLE_CODECS_ERROR,
])('the hls.js error %s is a final fault', (details) => {
  expect(fault({ details }).isFinal).toBe(true);
});

test('without levels every fault is final', () => {
  expect(fault({ details: ErrorDetails.MANIFEST_LOAD_ERROR }, false).isFinal).toBe(true);
});
