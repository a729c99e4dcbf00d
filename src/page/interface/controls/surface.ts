import type { MomentOf } from '../../../../protocol/runtime/clock.ts';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { togglePlayback } from './toggle-playback.ts';
import type { LateAttention } from '../attention/late-attention.ts';
import type { Fullscreen } from '../fullscreen/fullscreen.ts';
import { playerAt } from '../player-at.ts';
import type { Player } from '../../player/player.ts';

export interface SurfaceTools {
  readonly player: Player;
  readonly momentOf: MomentOf;
  readonly attention: Pick<LateAttention, 'isGivenUp' | 'isShown' | 'send' | 'takeClosingPress'>;
  readonly fullscreen: Fullscreen;
  /** The play button of the first paint, over the picture. */
  readonly bigPlay: HTMLElement;
  /** A press has started the video before the page's module ran. */
  readonly hasPressed: boolean;
  /** The `fs` parameter. */
  readonly offersFullscreen: boolean;
}

/**
 * Presses on the picture itself: a mouse click plays or pauses and a double click toggles full screen; a touch plays from the poster,
 * does nothing while the controls load (viewers tap again while they wait), plays and pauses if the controls failed to load, and later
 * only shows or hides them. Scrolling of the host page is never prevented.
 */
export function listenOnSurface(surface: readonly HTMLElement[], tools: SurfaceTools): void {
  const { player, momentOf, attention, fullscreen, bigPlay, hasPressed, offersFullscreen } = tools;
  // Whether the last press started the video: the second click of a double click must not pause it.
  let hasStarted = hasPressed;
  bigPlay.addEventListener('click', (event) => {
    hasStarted = true;
    // A press by key: the button keeps the focus until the interface's button takes it over, so another press pauses.
    if (event.detail === 0 && player.getSnapshot().state === PLAYER_STATE.playing)
      return togglePlayback(playerAt(player, momentOf(event)));
    player.execute({ name: 'playVideo', arguments: [] }, 'viewer', momentOf(event));
  });
  for (const element of surface) {
    let wasShown = true;
    let isTouch = false;
    element.addEventListener(
      'pointerdown',
      ({ pointerType }) => {
        wasShown = attention.isShown();
        isTouch = pointerType === 'touch';
      },
      { capture: true },
    );
    element.addEventListener('click', (event: MouseEvent & Partial<Pick<PointerEvent, 'pointerType'>>) => {
      // The pointer may have gone down before this listener was added. Not all browsers set `pointerType` on clicks.
      if (event.pointerType) isTouch = event.pointerType === 'touch';
      if (!isTouch && attention.takeClosingPress()) return;
      if (hasStarted && event.detail === 2) return;
      const { state } = player.getSnapshot();
      const isCued = state === PLAYER_STATE.cued;
      hasStarted = isCued;
      if (!isTouch || isCued || attention.isGivenUp) togglePlayback(playerAt(player, momentOf(event)));
      // While the controls load, this shows and hides nothing.
      else attention.send(wasShown ? 'dismissed' : 'touched');
    });
    // Two taps are a separate gesture (touch/touch.ts), and browsers also report them as a double click.
    element.addEventListener('dblclick', () => !isTouch && offersFullscreen && void fullscreen.toggle());
  }
}
