import { expect, test } from 'vitest';
import {
  nextSupervisionState,
  type SupervisionCause,
  type SupervisionState,
} from '../../../../src/page/supervision/supervision-table.ts';

const CAUSES: readonly SupervisionCause[] = [
  'start',
  'opened',
  'refused',
  'silent',
  'responded',
  'died',
  'exhausted',
  'stop',
];

const ROWS: readonly (readonly [SupervisionState, Partial<Record<SupervisionCause, SupervisionState>>])[] = [
  ['stopped', { start: 'starting' }],
  ['starting', { opened: 'running', refused: 'given-up', died: 'restarting', exhausted: 'given-up', stop: 'stopped' }],
  ['running', { silent: 'suspected', died: 'restarting', exhausted: 'given-up', stop: 'stopped' }],
  ['suspected', { responded: 'running', died: 'restarting', exhausted: 'given-up', stop: 'stopped' }],
  [
    'restarting',
    { opened: 'running', refused: 'given-up', died: 'restarting', exhausted: 'given-up', stop: 'stopped' },
  ],
  ['given-up', { stop: 'stopped' }],
];

test.each(ROWS)('the state %s changes only for the causes of its row', (state, cells) => {
  const actual = Object.fromEntries(CAUSES.map((cause) => [cause, nextSupervisionState(state, cause)]));
  expect(actual).toEqual(Object.fromEntries(CAUSES.map((cause) => [cause, cells[cause]])));
});
