import { expect, test } from 'vitest';
import {
  nextTelevisionState,
  type TelevisionEvent,
  type TelevisionState,
} from '../../../../../src/page/interface/television/television-table.ts';
test.each<[TelevisionState, TelevisionEvent, TelevisionState]>([
  ['here', 'pressed', 'loading'],
  ['loading', 'loaded', 'asking'],
  ['loading', 'failed', 'here'],
  ['asking', 'refused', 'here'],
  ['asking', 'connecting', 'connecting'],
  ['connecting', 'connected', 'there'],
  ['connecting', 'disconnected', 'here'],
  ['there', 'connecting', 'connecting'],
  ['there', 'disconnected', 'here'],
  ['there', 'failed', 'here'],
  ['here', 'connected', 'there'],
])('in the state %s the event %s leads to the state %s', (state, event, next) => {
  expect(nextTelevisionState(state, event)).toBe(next);
});

test.each<[TelevisionState, TelevisionEvent]>([
  ['here', 'disconnected'],
  ['here', 'refused'],
  ['here', 'failed'],
  ['asking', 'pressed'],
  ['asking', 'disconnected'],
  ['there', 'refused'],
  ['there', 'loaded'],
])('in the state %s a late event %s changes nothing', (state, event) => {
  expect(nextTelevisionState(state, event)).toBe(state);
});
