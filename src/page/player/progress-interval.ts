/** Poll interval while it plays; `timeupdate`, four times as often, cost the main thread more. */
export const PROGRESS_INTERVAL_MS = 1_000;
