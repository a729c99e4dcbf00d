/** Poll interval of the position during playback; `timeupdate`, which fires four times as often, cost the main thread more. */
export const PROGRESS_INTERVAL_MS = 1_000;
