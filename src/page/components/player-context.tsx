import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Clock } from '../../../protocol/clock.ts';
import type { HostCommand } from '../../../protocol/host-messages.ts';
import type { ControlsVisibility } from '../interaction/controls-visibility.ts';
import type { Fullscreen } from '../interaction/fullscreen.ts';
import type { Player, PlayerSnapshot } from '../player/player.ts';

/** What components work with. They read the player's snapshot and raise commands; they decide nothing. */
export interface PlayerTools {
  readonly player: Player;
  readonly clock: Clock;
  readonly visibility: ControlsVisibility;
  readonly fullscreen: Fullscreen;
  readonly retry: () => void;
}

const PlayerContext = createContext<PlayerTools | null>(null);
export const PlayerProvider = PlayerContext.Provider;

export function usePlayerTools(): PlayerTools {
  const tools = useContext(PlayerContext);
  if (tools === null) throw new Error('a player component was rendered outside of PlayerProvider');
  return tools;
}

/** One part of the snapshot; the component renders again only when that part changes its identity. */
export function usePlayerState<Part>(select: (snapshot: PlayerSnapshot) => Part): Part {
  const { player } = usePlayerTools();
  return useSyncExternalStore(player.subscribe, () => select(player.getSnapshot()));
}

/** Runs commands of the viewer. */
export function useCommand(): (command: HostCommand) => void {
  const { player } = usePlayerTools();
  return (command) => void player.execute(command, 'viewer');
}
