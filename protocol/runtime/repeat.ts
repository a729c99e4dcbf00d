import type { Clock } from './clock.ts';

/** Runs work at intervals, each counted from the end of the previous run. The returned function stops the repetition. */
export function repeat(
  clock: Clock,
  intervalMs: number,
  run: () => Promise<void>,
  onProblem: (error: unknown) => void,
): () => void {
  let cancel = (): void => undefined;
  let isStopped = false;
  const wait = (): void => {
    if (isStopped) return;
    cancel = clock.after(intervalMs, () => void run().catch(onProblem).finally(wait));
  };
  wait();
  return () => {
    isStopped = true;
    cancel();
  };
}
