import type { Chapter } from '../../../../protocol/provider/player-response.ts';

/** Going back this soon after a chapter's start goes to the previous chapter, as in music players. */
const RESTART_TOLERANCE_SECONDS = 3;

/** Index of the chapter that contains a time, or -1 before the first. */
export function chapterIndexAt(chapters: readonly Chapter[], seconds: number): number {
  const next = chapters.findIndex(({ startSeconds }) => startSeconds > seconds);
  return (next === -1 ? chapters.length : next) - 1;
}

/** The chapter that a step forward or back leads to, or `null` past either end. */
export function neighbourChapter(chapters: readonly Chapter[], seconds: number, step: 1 | -1): Chapter | null {
  const current = chapterIndexAt(chapters, seconds);
  if (step === 1) return chapters[current + 1] ?? null;
  const begun = chapters[current];
  const isFresh = begun !== undefined && seconds - begun.startSeconds < RESTART_TOLERANCE_SECONDS;
  return chapters[isFresh ? Math.max(0, current - 1) : current] ?? null;
}
