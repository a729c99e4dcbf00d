import type { HostRecord } from '../browser/records.ts';
import { STATE } from './judge.ts';

const { unstarted, ended, playing, paused, buffering, cued } = STATE;

/** Which states may follow which. */
const FOLLOWERS: Readonly<Record<number, readonly number[]>> = {
  [unstarted]: [buffering, cued],
  [cued]: [unstarted],
  [buffering]: [playing, paused, ended, unstarted, cued],
  [playing]: [buffering, paused, ended, unstarted, cued],
  [paused]: [playing, buffering, unstarted, cued],
  [ended]: [buffering, unstarted, cued],
};

/** Describes faults in the states that a host received: a state that may not follow the state before, or a repeated event. */
export function judgeStates(states: HostRecord['states']): string[] {
  const events = states.filter(({ by }) => by === 'event').map(({ state }) => state);
  const infos = withoutRepeats(states.filter(({ by }) => by === 'info').map(({ state }) => state));
  return [
    ...pairs(events)
      .filter(([before, after]) => before === after)
      .map(([, after]) => `onStateChange ${after} twice in a row`),
    ...pairs(withoutRepeats(events)).flatMap((pair) => judgePair('onStateChange', pair)),
    ...pairs(infos).flatMap((pair) => judgePair('told states', pair)),
  ];
}

function judgePair(what: string, [before, after]: readonly [number, number]): string[] {
  return FOLLOWERS[before]?.includes(after) === true ? [] : [`${what}: ${before} and then ${after}`];
}

const withoutRepeats = (states: readonly number[]): number[] =>
  states.filter((state, index) => state !== states[index - 1]);

function pairs(states: readonly number[]): [number, number][] {
  return states.slice(1).map((after, index) => [states[index] ?? after, after]);
}
