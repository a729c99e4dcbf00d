import { createContext, useContext, useSyncExternalStore } from 'react';
import type { HostCommand } from '../../../../protocol/host/host-messages.ts';
import type { PageTools, PlaybackTools, Tools, ViewerTools } from '../tools.ts';
import type { Feature } from './features.ts';
import type { Language } from '../../language/language.ts';
import type { PlayerSnapshot } from '../../player/player.ts';

const PlayerContext = createContext<Tools | null>(null);
export const PlayerProvider = PlayerContext.Provider;

/** What components use. They read stores and raise intents; they decide nothing. */
export function useTools(): Tools {
  const tools = useContext(PlayerContext);
  if (tools === null) throw new Error('a player component was rendered outside of PlayerProvider');
  return tools;
}

export const usePage = (): PageTools => useTools().page;
export const usePlayback = (): PlaybackTools => useTools().playback;
export const useViewer = (): ViewerTools => useTools().viewer;

/** The store of a feature, made by its first user. */
export function useFeature<Store>(feature: Feature<Store>): Store {
  return useTools().features.get(feature);
}

/** One part of the snapshot; the component renders again only when that part changes its identity. */
export function usePlayerState<Part>(select: (snapshot: PlayerSnapshot) => Part): Part {
  const { player } = usePlayback();
  return useSyncExternalStore(player.subscribe, () => select(player.getSnapshot()));
}

interface Store<Value> {
  readonly get: () => Value;
  readonly subscribe: (listener: () => void) => () => void;
}

/** The whole of a small store. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** The texts of the language in use. */
export function useSay(): Language['say'] {
  return useViewer().language.say;
}

/** Runs commands of the viewer. */
export function useCommand(): (command: HostCommand) => void {
  const { player } = usePlayback();
  return (command) => void player.execute(command, 'viewer');
}
