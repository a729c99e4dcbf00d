import { expect, test } from 'vitest';
import {
  nextTelevisionState,
  STATE_TIMEOUT_MS,
  type TelevisionEvent,
  type TelevisionState,
} from '../../../../../src/page/interface/television/television-table.ts';

const STATES: readonly TelevisionState[] = ['here', 'loading', 'asking', 'connecting', 'there'];
const EVENTS: readonly TelevisionEvent[] = [
  ...(['pressed', 'loaded', 'refused', 'connecting', 'connected', 'disconnected', 'failed'] as const),
];

test('every state leads back here, by what can happen in it', () => {
  for (const state of STATES.filter((one) => one !== 'here'))
    expect(EVENTS.some((event) => nextTelevisionState(state, event) === 'here')).toBe(true);
});

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
])('%s, and it is %s: %s', (state, event, next) => {
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
])('%s, a late %s changes nothing', (state, event) => {
  expect(nextTelevisionState(state, event)).toBe(state);
});

test('states that wait for a network or a receiver end by themselves', () => {
  expect(Object.keys(STATE_TIMEOUT_MS).toSorted()).toEqual(['connecting', 'loading']);
});
