import { spawnSync } from 'node:child_process';

/** Ends a benchmark that can measure nothing without ffmpeg. */
export function requireFfmpeg() {
  if (spawnSync('ffmpeg', ['-version']).status === 0) return;
  console.log('ffmpeg is not installed: nothing to measure.');
  process.exit(0);
}
