import { finger } from './real-pointers.ts';

/**
 * Brings up the layout for fingers over a paused picture. Its first tap clears the picture, so there is a second, at
 * another place: two at the same side would seek.
 */
export async function touchPicture(): Promise<void> {
  await finger.tap([10, 30]);
  await finger.tap([window.innerWidth / 2, 30]);
}
