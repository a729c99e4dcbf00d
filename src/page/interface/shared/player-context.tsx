import { createContext, useCallback, useContext, useRef, useSyncExternalStore } from 'react';
import type { HostCommand } from '../../host-messages/host-messages.ts';
import type { PageTools } from '../tools.ts';
import type { PlaybackTools } from '../tools.ts';
import type { Feature, Features } from './features.ts';
import type { Language } from '../../language/language.ts';
import type { PlayerSnapshot } from '../../player/player.ts';

const PlayerContext = createContext<Features | null>(null);
export const PlayerProvider = PlayerContext.Provider;

/** Hooks of components. They read stores and raise intents; they decide nothing. */
export function useFeatures(): Features {
  const features = useContext(PlayerContext);
  if (features === null) throw new Error('a player component was rendered outside of PlayerProvider');
  return features;
}

export const usePage = (): PageTools => useFeatures().page;
export const usePlayback = (): PlaybackTools => useFeatures().playback;
export const useLanguage = (): Language => useFeatures().language;

/** The store of a feature, made by its first user. */
export function useFeature<Store>(feature: Feature<Store>): Store {
  return useFeatures().get(feature);
}

/** One part of the snapshot; the component renders again only when that part changes its identity. */
export function usePlayerState<Part>(select: (snapshot: PlayerSnapshot) => Part): Part {
  const { player } = usePlayback();
  return useSyncExternalStore(player.subscribe, () => select(player.getSnapshot()));
}

/** One part of the snapshot, for components that do not show the result of an input: after an input, they render after the next paint. */
export function useLatePlayerState<Part>(select: (snapshot: PlayerSnapshot) => Part): Part {
  const { player } = usePlayback();
  const { afterPaint } = usePage();
  // A copy, since React reads the snapshot whenever it renders or subscribes, also before the paint.
  const late = useRef(player.getSnapshot());
  const subscribe = useCallback(
    (listener: () => void) => {
      const take = (): void => {
        late.current = player.getSnapshot();
        listener();
      };
      afterPaint(take);
      return player.subscribe(() => afterPaint(take));
    },
    [player, afterPaint],
  );
  return useSyncExternalStore(subscribe, () => select(late.current));
}

interface Store<Value> {
  readonly get: () => Value;
  readonly subscribe: (listener: () => void) => () => void;
}

/** The whole of a small store. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** One part of a small store; the component renders again only when that part changes. */
export function useStorePart<Value, Part>({ get, subscribe }: Store<Value>, select: (value: Value) => Part): Part {
  return useSyncExternalStore(subscribe, () => select(get()));
}

/** The texts of the language in use. */
export function useSay(): Language['say'] {
  return useLanguage().say;
}

/** Runs commands of the viewer. */
export function useCommand(): (command: HostCommand) => void {
  const { player } = usePlayback();
  return (command) => void player.execute(command, 'viewer');
}
