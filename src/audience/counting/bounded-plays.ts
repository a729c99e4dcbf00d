type Range = readonly [startSeconds: number, endSeconds: number];

/** Slack after the end: the catalog rounds lengths to seconds, and the last frame ends later. */
const END_SLACK_SECONDS = 1;

/** Cuts plays to the length of the video. */
export function withinVideo(plays: readonly Range[], lengthSeconds = Number.POSITIVE_INFINITY): Range[] {
  return plays
    .map(([start, end]): Range => [Math.max(start, 0), Math.min(end, lengthSeconds + END_SLACK_SECONDS)])
    .filter(([start, end]) => end > start);
}

export function playedMsOf(plays: readonly Range[]): number {
  return plays.reduce((total, [start, end]) => total + (end - start) * 1_000, 0);
}

/** Returns the first plays up to a total duration. */
export function firstMsOf(plays: readonly Range[], durationMs: number): Range[] {
  let leftSeconds = durationMs / 1_000;
  const kept: Range[] = [];
  for (const [start, end] of plays) {
    if (leftSeconds <= 0) break;
    const cut = Math.min(end, start + leftSeconds);
    kept.push([start, cut]);
    leftSeconds -= cut - start;
  }
  return kept;
}
