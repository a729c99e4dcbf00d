import { expect, test } from 'vitest';
import {
  PhaseMachine,
  type StreamInput,
  type StreamPhase,
} from '../../../../../src/page/player/stream/stream-phase.ts';

const INPUTS: readonly StreamInput[] = ['prepare', 'open', 'opened', 'fail', 'recover', 'close'];

/** The inputs that lead to each phase. */
const WAYS: Readonly<Record<StreamPhase, readonly StreamInput[]>> = {
  none: [],
  prepared: ['prepare'],
  opening: ['prepare', 'open'],
  open: ['prepare', 'open', 'opened'],
  failed: ['prepare', 'fail'],
  recovering: ['prepare', 'fail', 'recover'],
};

test.each<[StreamPhase, readonly (StreamPhase | null)[]]>([
  ['none', ['prepared', null, null, null, null, 'none']],
  ['prepared', ['prepared', 'opening', null, 'failed', null, 'none']],
  ['opening', ['prepared', null, 'open', 'failed', null, 'none']],
  ['open', ['prepared', null, null, 'failed', null, 'none']],
  ['failed', ['prepared', 'opening', null, null, 'recovering', 'none']],
  ['recovering', ['prepared', null, 'open', 'failed', null, 'none']],
])('in the phase %s the inputs prepare, open, opened, fail, recover and close lead to %j', (phase, expected) => {
  const taken = INPUTS.map((input) => {
    const phases = machineIn(phase);
    return phases.take(input) ? phases.current : null;
  });
  expect(taken).toEqual(expected);
});

test('the element belongs to a stream that is opening, open or recovering', () => {
  const phases = Object.keys(WAYS) as StreamPhase[];
  expect(phases.filter((phase) => machineIn(phase).hasElement)).toEqual(['opening', 'open', 'recovering']);
});

function machineIn(phase: StreamPhase): PhaseMachine {
  const phases = new PhaseMachine();
  for (const input of WAYS[phase]) phases.take(input);
  expect(phases.current).toBe(phase);
  return phases;
}
