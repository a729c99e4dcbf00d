import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { Player } from '../player/player.ts';

export interface MountLaterOptions {
  readonly root: HTMLElement;
  readonly player: Player;
  /** The viewer has already pressed something. */
  readonly isDue: boolean;
  /** Loads the interface and mounts it. */
  readonly mount: () => Promise<unknown>;
  readonly reportError: (error: unknown) => void;
}

/**
 * The interface loads when it is needed: with the first frame, an error, a live stream to wait for, or the viewer's first input. Until then only
 * the first paint is shown, and the video starts without competition for bandwidth.
 */
export function mountInterfaceLater({ root, player, isDue, mount, reportError }: MountLaterOptions): void {
  let waiting = new AbortController();
  const mountOnce = (): void => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    mount().catch((error: unknown) => {
      reportError(error);
      /** Nothing else can say why nothing plays. The interface takes it back (errors/connection.ts). */
      root.setAttribute('data-unreached', '');
      waitForViewer();
    });
  };
  /** After a failure too: the next attempt may succeed. */
  const waitForViewer = (): void => {
    waiting = new AbortController();
    for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const)
      root.ownerDocument.addEventListener(type, mountOnce, { signal: waiting.signal, passive: true });
    root.ownerDocument.defaultView?.addEventListener('online', mountOnce, { signal: waiting.signal });
  };
  waitForViewer();
  const hasStarted = (): boolean => {
    const { state, error, live } = player.getSnapshot();
    /** A live stream that does not go on has something to say. */
    const isAway = live !== null && live.condition !== 'on';
    return isAway || error !== null || state === PLAYER_STATE.playing || state === PLAYER_STATE.paused;
  };
  waiting.signal.addEventListener(
    'abort',
    player.subscribe(() => hasStarted() && mountOnce()),
  );
  if (isDue) mountOnce();
}
