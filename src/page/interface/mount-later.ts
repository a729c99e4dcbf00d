import { PLAYER_STATE } from '../../../protocol/host/player-info.ts';
import type { Player } from '../player/player.ts';

export interface MountLaterOptions {
  readonly root: HTMLElement;
  readonly player: Player;
  /** The viewer has pressed something already. */
  readonly isDue: boolean;
  /** Loads the interface and puts it in place. */
  readonly mount: () => Promise<unknown>;
  readonly reportError: (error: unknown) => void;
}

/**
 * The interface loads when it is of use: with the first frame, an error, or the viewer's first sign of life. Until then
 * the first paint is all there is, and the video starts without competition.
 */
export function mountInterfaceLater({ root, player, isDue, mount, reportError }: MountLaterOptions): void {
  let waiting = new AbortController();
  const mountOnce = (): void => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    mount().catch((error: unknown) => {
      reportError(error);
      waitForViewer();
    });
  };
  /** After a failure too: what did not load may load by then. */
  const waitForViewer = (): void => {
    waiting = new AbortController();
    for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const)
      root.ownerDocument.addEventListener(type, mountOnce, { signal: waiting.signal, passive: true });
  };
  waitForViewer();
  const hasStarted = (): boolean => {
    const { state, error } = player.getSnapshot();
    return error !== null || state === PLAYER_STATE.playing || state === PLAYER_STATE.paused;
  };
  waiting.signal.addEventListener(
    'abort',
    player.subscribe(() => hasStarted() && mountOnce()),
  );
  if (isDue) mountOnce();
}
