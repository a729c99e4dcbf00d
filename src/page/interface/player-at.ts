import type { Player } from '../player/player.ts';

/** The player for one input: its commands count from the time of the input, however late the code runs. */
export function playerAt({ getSnapshot, subscribe, onEvent, execute }: Player, inputAtMs: number): Player {
  return {
    getSnapshot,
    subscribe,
    onEvent,
    execute: (command, by, atMs = inputAtMs) => execute(command, by, atMs),
  };
}
