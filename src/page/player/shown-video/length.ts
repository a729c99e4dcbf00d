import { LIVE_WORDS } from '../../../../protocol/page/live-words.ts';
import { clockTime } from '../../../../protocol/runtime/clock-time.ts';
import type { PlayerSnapshot } from '../player.ts';

/** The length beside the big play button, nothing while it is unknown; for a live video a word, in the language of the page. */
export function writeLength(document: Document, pill: HTMLElement, { video, durationSeconds }: PlayerSnapshot): void {
  const liveWords: Readonly<Record<string, string>> = LIVE_WORDS;
  const liveWord = liveWords[document.documentElement.lang] ?? LIVE_WORDS.en;
  pill.textContent = video.isLive ? liveWord : durationSeconds > 0 ? clockTime(durationSeconds) : '';
}
