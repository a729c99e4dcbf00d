import { expect, test } from 'vitest';
import {
  hasElement,
  nextPhase,
  type StreamInput,
  type StreamPhase,
} from '../../../../../src/page/player/stream/stream-phase.ts';

const INPUTS: readonly StreamInput[] = ['prepare', 'open', 'opened', 'fail', 'recover', 'close'];

test.each<[StreamPhase, readonly (StreamPhase | null)[]]>([
  ['none', ['prepared', null, null, null, null, 'none']],
  ['prepared', ['prepared', 'opening', null, 'failed', null, 'none']],
  ['opening', ['prepared', null, 'open', 'failed', null, 'none']],
  ['open', ['prepared', null, null, 'failed', null, 'none']],
  ['failed', ['prepared', 'opening', null, null, 'recovering', 'none']],
  ['recovering', ['prepared', null, 'open', 'failed', null, 'none']],
])('%s handles prepare, open, opened, fail, recover and close as %j', (phase, expected) => {
  expect(INPUTS.map((input) => nextPhase(phase, input))).toEqual(expected);
});

test('the element belongs to a stream that is opening, open or recovering', () => {
  const phases: StreamPhase[] = ['none', 'prepared', 'opening', 'open', 'failed', 'recovering'];
  expect(phases.filter(hasElement)).toEqual(['opening', 'open', 'recovering']);
});
