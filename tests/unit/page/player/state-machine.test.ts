import { expect, test } from 'vitest';
import { PLAYER_STATE, type PlayerStateCode } from '../../../../protocol/host/player-state.ts';
import { statesAfter, type StateInput } from '../../../../src/page/player/state-machine.ts';
import { STATE_INPUTS } from '../../../support/player-model.ts';

function walk(start: PlayerStateCode, inputs: readonly StateInput[]): PlayerStateCode[] {
  const seen: PlayerStateCode[] = [];
  let state = start;
  for (const input of inputs)
    for (const next of statesAfter(state, input)) {
      seen.push(next);
      state = next;
    }
  return seen;
}

const { unstarted, cued, buffering, playing, paused, ended } = PLAYER_STATE;

test.each<[string, PlayerStateCode, StateInput[], number[]]>([
  ['load without autoplay', unstarted, ['video-changed', 'cued'], [5]],
  ['first play from cued', cued, ['play-requested', 'playing'], [-1, 3, 1]],
  ['pause and play again', playing, ['paused', 'play-requested', 'playing'], [2, 1]],
  ['play again that has to buffer', paused, ['play-requested', 'waiting', 'playing'], [3, 1]],
  ['seek while playing', playing, ['waiting', 'playing'], [3, 1]],
  ['end', playing, ['ended', 'paused'], [0]],
  ['replay after the end', ended, ['play-requested', 'playing'], [3, 1]],
  ['load another video', playing, ['video-changed', 'play-requested', 'playing'], [-1, 3, 1]],
  ['cue another video', playing, ['video-changed', 'cued'], [-1, 5]],
  ['error on load', cued, ['video-changed', 'failed'], [-1]],
  ['stop', playing, ['stopped'], [5]],
  ['repeated element events', playing, ['playing', 'playing'], []],
])('the case “%s” goes through the states that hosts expect [H1]', (_, start, inputs, states) => {
  expect(walk(start, inputs)).toEqual(states);
});

// One column for each input: video-changed, cued, play-requested, playing, waiting, paused, ended, stopped, failed.
test.each<[number, PlayerStateCode, readonly (readonly number[])[]]>([
  [-1, unstarted, [[], [5], [3], [1], [], [], [0], [5], []]],
  [5, cued, [[-1], [], [-1, 3], [1], [], [], [0], [], [-1]]],
  [3, buffering, [[-1], [5], [], [1], [], [2], [0], [5], [-1]]],
  [1, playing, [[-1], [5], [], [], [3], [2], [0], [5], [-1]]],
  [2, paused, [[-1], [5], [], [1], [3], [], [0], [5], [-1]]],
  [0, ended, [[-1], [5], [3], [1], [], [], [], [5], [-1]]],
])('in the state %i every input leads to the states of the table [H1]', (_, state, row) => {
  expect(STATE_INPUTS.map((input) => statesAfter(state, input))).toEqual(row);
});
