import { finger } from './real-pointers.ts';
import type { ShownPlayer } from './show-player.ts';

/**
 * Brings up the layout for fingers over a paused picture. Its first tap clears the picture, so there is a second, at
 * another place: two at the same side would seek. Neither meets a button of the title bar, which are where its lines end.
 */
export async function touchPicture({ clock }: Pick<ShownPlayer, 'clock'>): Promise<void> {
  await finger.tap([document.documentElement.dir === 'rtl' ? window.innerWidth - 10 : 10, 30]);
  await finger.tap([window.innerWidth / 2, 30]);
  // A third one at once would pass through what these have brought up.
  await clock.advance(300);
}

/** The same without a tap, which could meet a control. */
export function showForFinger({ root, features }: Pick<ShownPlayer, 'root' | 'features'>): void {
  root.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'touch', bubbles: true }));
  features.playback.attention.send('touched');
}
