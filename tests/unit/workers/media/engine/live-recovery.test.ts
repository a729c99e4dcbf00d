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
  ['a missing playlist is to wait', GIVE_UP, PLAYLIST, LEVEL, WAIT],
  ['an unreachable server is to wait', GIVE_UP, { ...PLAYLIST, status: 0 }, LEVEL, WAIT],
  [
    'a first playlist that does not exist yet is to wait',
    GIVE_UP,
    PLAYLIST,
    { details: ErrorDetails.MANIFEST_LOAD_ERROR, hasLevels: false, isRead: false },
    WAIT,
  ],
  [
    'a half-written playlist is to wait',
    GIVE_UP,
    PLAYLIST,
    { ...LEVEL, details: ErrorDetails.MANIFEST_PARSING_ERROR },
    WAIT,
  ],
  [
    'a file that is no playlist is to give up',
    GIVE_UP,
    PLAYLIST,
    { details: ErrorDetails.MANIFEST_PARSING_ERROR, hasLevels: false, isRead: false },
    GIVE_UP,
  ],
  ['a playlist that is forbidden is to give up', GIVE_UP, { ...PLAYLIST, status: 403 }, LEVEL, GIVE_UP],
  ['a segment that requires signing in is to give up', GIVE_UP, { ...SEGMENT, status: 401 }, LEVEL, GIVE_UP],
  [
    'a contradictory playlist that was read before is to restart at once',
    GIVE_UP,
    PLAYLIST,
    { ...LEVEL, details: ErrorDetails.LEVEL_PARSING_ERROR },
    { what: 'restart', delayMs: 0 },
  ],
  [
    'a contradictory first playlist is to give up',
    GIVE_UP,
    PLAYLIST,
    { ...LEVEL, details: ErrorDetails.LEVEL_PARSING_ERROR, isRead: false },
    GIVE_UP,
  ],
  ['a missing segment is to skip', { what: 'skip' }, SEGMENT, LEVEL, { what: 'skip' }],
  [
    'many missing segments is to restart after a wait',
    GIVE_UP,
    SEGMENT,
    LEVEL,
    { what: 'restart', delayMs: LIVE_RETRY_MS },
  ],
  ['a segment that cannot be decoded is to give up', GIVE_UP, { ...SEGMENT, kind: 'media' }, LEVEL, GIVE_UP],
] as const)('the recovery step of a live stream after %s', (_, step, fault, seen, expected) => {
  expect(liveStep(step, fault, seen)).toEqual(expected);
});
