import type { Player } from '../player/player.ts';

/** The player for one input: its commands carry the time of the input, however late the code runs. */
export function playerAt(player: Player, inputAtMs: number): Player {
  return { ...player, execute: (command, by, atMs = inputAtMs) => player.execute(command, by, atMs) };
}
