import { clockTime } from '../../../../protocol/runtime/clock-time.ts';
import type { PlayerSnapshot } from '../player.ts';

/** The length beside the big play button, nothing while it is unknown; for a live video the word that the page came with. */
export function writeLength(_: Document, pill: HTMLElement, { video, durationSeconds }: PlayerSnapshot): void {
  const { live = '' } = pill.dataset;
  pill.textContent = video.isLive ? live : durationSeconds > 0 ? clockTime(durationSeconds) : '';
}
