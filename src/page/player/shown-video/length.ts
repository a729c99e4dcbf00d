import { clockTime } from '../../../../protocol/runtime/clock-time.ts';
import type { PlayerSnapshot } from '../player.ts';

/** The length beside the big play button; nothing for a live stream, and while it is unknown. */
export function writeLength(_document: Document, pill: HTMLElement, { video, durationSeconds }: PlayerSnapshot): void {
  pill.textContent = video.isLive || durationSeconds <= 0 ? '' : clockTime(durationSeconds);
}
