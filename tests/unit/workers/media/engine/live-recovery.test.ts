import { ErrorDetails } from 'hls.js';
import { expect, test } from 'vitest';
import { LIVE_RETRY_MS, liveStep } from '../../../../../workers/media/engine/live-recovery.ts';
import type { EngineFault, RecoveryStep } from '../../../../../workers/media/engine/recovery.ts';

const GIVE_UP: RecoveryStep = { what: 'give-up' };
const PLAYLIST: EngineFault = { kind: 'network', status: 404, segment: null, isFinal: true };
const SEGMENT: EngineFault = { kind: 'network', status: 404, segment: '7.ts', isFinal: false };
const LEVEL = { details: ErrorDetails.LEVEL_LOAD_ERROR, hasLevels: true, isRead: true };
const WAIT = { what: 'wait' };

test.each([
  ['a missing playlist', GIVE_UP, PLAYLIST, LEVEL, WAIT],
  ['an unreachable server', GIVE_UP, { ...PLAYLIST, status: 0 }, LEVEL, WAIT],
  [
    'a first playlist that does not exist yet',
    GIVE_UP,
    PLAYLIST,
    { details: ErrorDetails.MANIFEST_LOAD_ERROR, hasLevels: false, isRead: false },
    WAIT,
  ],
  [
    'a playlist that was read half written',
    GIVE_UP,
    PLAYLIST,
    { ...LEVEL, details: ErrorDetails.MANIFEST_PARSING_ERROR },
    WAIT,
  ],
  [
    'something else than a playlist',
    GIVE_UP,
    PLAYLIST,
    { details: ErrorDetails.MANIFEST_PARSING_ERROR, hasLevels: false, isRead: false },
    GIVE_UP,
  ],
  ['a stream that the viewer may not see', GIVE_UP, { ...PLAYLIST, status: 403 }, LEVEL, GIVE_UP],
  ['a stream for those who sign in', GIVE_UP, { ...SEGMENT, status: 401 }, LEVEL, GIVE_UP],
  [
    'a playlist that contradicts itself',
    GIVE_UP,
    PLAYLIST,
    { ...LEVEL, details: ErrorDetails.LEVEL_PARSING_ERROR },
    { what: 'restart', delayMs: 0 },
  ],
  [
    'a playlist that names itself',
    GIVE_UP,
    PLAYLIST,
    { ...LEVEL, details: ErrorDetails.LEVEL_PARSING_ERROR, isRead: false },
    GIVE_UP,
  ],
  ['a missing segment', { what: 'skip' }, SEGMENT, LEVEL, { what: 'skip' }],
  ['many missing segments', GIVE_UP, SEGMENT, LEVEL, { what: 'restart', delayMs: LIVE_RETRY_MS }],
  ['a segment that cannot be decoded', GIVE_UP, { ...SEGMENT, kind: 'media' }, LEVEL, GIVE_UP],
] as const)('recovery of a live stream from %s', (_, step, fault, seen, expected) => {
  expect(liveStep(step, fault, seen)).toEqual(expected);
});
