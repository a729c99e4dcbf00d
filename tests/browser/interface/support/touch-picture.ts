import { finger } from './real-pointers.ts';
import type { ShownPlayer } from './show-player.ts';

/**
 * Shows the layout for fingers over a paused picture. The first tap hides the controls, so a second tap shows them again, at another
 * place because two taps on one side would seek. Both avoid the buttons, which are at the end of the title bar's lines.
 */
export async function touchPicture({ clock }: Pick<ShownPlayer, 'clock'>): Promise<void> {
  await finger.tap([document.documentElement.dir === 'rtl' ? window.innerWidth - 10 : 10, 30]);
  await finger.tap([window.innerWidth / 2, 30]);
  // A third tap at once would pass through the controls that these taps have shown.
  await clock.advance(300);
}

/** Shows the layout for fingers without a tap, which could press a control. */
export function showForFinger({ root, features }: Pick<ShownPlayer, 'root' | 'features'>): void {
  root.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'touch', bubbles: true }));
  features.playback.attention.send('touched');
}
