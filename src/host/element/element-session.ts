import type { CreatePlayer, OrielPlayer } from '../client/types.ts';
import type { ElementSettings } from './attributes.ts';
import { loadStart, type Dispatch } from './element-events.ts';
import type { ElementView } from './element-view.ts';
import type { WantedValues } from './live-values.ts';
import { playerOptions } from './player-options.ts';

export interface SessionDependencies {
  readonly createPlayer: CreatePlayer;
  readonly view: ElementView;
  readonly dispatch: Dispatch;
}

/** A player of the element, from the creation of its frame to its end. */
export interface Session {
  readonly ready: Promise<OrielPlayer>;
  readonly end: AbortController;
  /** Values set by the page that the address of the frame already contains. */
  readonly given: { readonly currentTime: number | undefined; readonly muted: boolean | undefined };
  /** Dispatches `loadstart` now, unless it was already sent. */
  readonly tellStart: () => void;
  player: OrielPlayer | null;
}

interface SessionStart {
  readonly isAutoplay: boolean;
  readonly wanted: WantedValues;
  /** `null` for the video of the attribute. */
  readonly videoId: string | null;
}

export function openSession(
  settings: ElementSettings,
  { isAutoplay, wanted, videoId }: SessionStart,
  { createPlayer, view, dispatch }: SessionDependencies,
): Session {
  const end = new AbortController();
  const given = { currentTime: wanted.get('currentTime'), muted: wanted.get('muted') };
  const options = playerOptions(settings, {
    isAutoplay,
    seconds: given.currentTime ?? null,
    isMuted: given.muted ?? settings.muted,
    videoId,
  });
  view.show('loading');
  const ready = createPlayer(view.addTarget(), { ...options, signal: end.signal });
  return { ready, end, given, tellStart: loadStart(dispatch, end.signal), player: null };
}
