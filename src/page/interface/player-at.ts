import type { Player } from '../player/player.ts';

/** The player for one input: whatever it asks counts from when the viewer asked, however late the code runs. */
export function playerAt({ getSnapshot, subscribe, onEvent, execute }: Player, inputAtMs: number): Player {
  return {
    getSnapshot,
    subscribe,
    onEvent,
    execute: (command, by, atMs = inputAtMs) => execute(command, by, atMs),
  };
}
