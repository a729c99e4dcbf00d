import { PLAYER_STATE } from '../../../protocol/player-info.ts';
import type { Player } from '../player/player.ts';

export interface MountLaterOptions {
  readonly root: HTMLElement;
  readonly player: Player;
  /** Loads the interface and puts it in place. */
  readonly mount: () => Promise<unknown>;
  readonly reportError: (error: unknown) => void;
}

/**
 * The interface loads when it is of use: with the first frame, an error, or the viewer's first sign of life. Until then
 * the first paint is all there is, and the video starts without competition (design.md 6).
 */
export function mountInterfaceLater({ root, player, mount, reportError }: MountLaterOptions): void {
  const waiting = new AbortController();
  const mountOnce = (): void => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    mount().catch(reportError);
  };
  const isDue = (): boolean => {
    const { state, error } = player.getSnapshot();
    return error !== null || state === PLAYER_STATE.playing || state === PLAYER_STATE.paused;
  };
  for (const type of ['pointerover', 'pointerdown', 'keydown', 'focusin'] as const)
    root.ownerDocument.addEventListener(type, mountOnce, { signal: waiting.signal, passive: true });
  waiting.signal.addEventListener(
    'abort',
    player.subscribe(() => isDue() && mountOnce()),
  );
}
