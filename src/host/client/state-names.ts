import { numberOf } from '../plain-values.ts';
import type { PlayerStateName } from './types.ts';

const STATE_NAMES: Readonly<Record<number, PlayerStateName>> = {
  [-1]: 'unstarted',
  0: 'ended',
  1: 'playing',
  2: 'paused',
  3: 'buffering',
  5: 'cued',
};

export function stateName(code: unknown): PlayerStateName {
  return STATE_NAMES[numberOf(code)] ?? 'unstarted';
}
