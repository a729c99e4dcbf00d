import type { CreatePlayer, CreatePlayerOptions, OrielPlayer } from '../client/types.ts';
import { loadStart, type Dispatch } from './element-events.ts';
import type { ElementView } from './element-view.ts';

export interface SessionDependencies {
  readonly createPlayer: CreatePlayer;
  readonly view: ElementView;
  readonly dispatch: Dispatch;
}

/** One player of the element, from the frame that is being made to its end. */
export interface Session {
  readonly ready: Promise<OrielPlayer>;
  readonly end: AbortController;
  /** Values that its address has from the page, if any. */
  readonly given: { readonly currentTime: number | undefined; readonly muted: boolean | undefined };
  /** Tells that the frame has been made, if it has not been told. */
  readonly tellStart: () => void;
  player: OrielPlayer | null;
}

export function openSession(
  options: CreatePlayerOptions,
  given: Session['given'],
  { createPlayer, view, dispatch }: SessionDependencies,
): Session {
  const end = new AbortController();
  view.show('loading');
  const ready = createPlayer(view.addTarget(), { ...options, signal: end.signal });
  return { ready, end, given, tellStart: loadStart(dispatch, end.signal), player: null };
}
