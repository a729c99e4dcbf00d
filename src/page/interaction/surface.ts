import type { ControlsVisibility } from './controls-visibility.ts';
import type { Fullscreen } from './fullscreen.ts';
import { togglePlayback } from './keyboard.ts';
import type { Player } from '../player/player.ts';

export interface SurfaceTools {
  readonly player: Player;
  readonly visibility: ControlsVisibility;
  readonly fullscreen: Fullscreen;
}

/**
 * Presses on the picture itself: a mouse click plays or pauses and a double click fills the screen; a touch only shows
 * or hides the controls. Nothing here prevents the host page from scrolling.
 */
export function listenOnSurface(surface: readonly HTMLElement[], tools: SurfaceTools, signal: AbortSignal): void {
  const { player, visibility, fullscreen } = tools;
  for (const element of surface) {
    let wasVisible = true;
    element.addEventListener('pointerdown', () => (wasVisible = visibility.isVisible()), { signal, capture: true });
    element.addEventListener(
      'click',
      (event) => {
        const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
        if (!isTouch) togglePlayback({ player });
        else if (wasVisible) visibility.hide();
      },
      { signal },
    );
    element.addEventListener('dblclick', () => void fullscreen.toggle(), { signal });
  }
}
