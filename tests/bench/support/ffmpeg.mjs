import { spawnSync } from 'node:child_process';

/** Ends the benchmark, with exit code 0, if ffmpeg is not installed. */
export function requireFfmpeg() {
  if (spawnSync('ffmpeg', ['-version']).status === 0) return;
  console.log('ffmpeg is not installed: nothing to measure.');
  process.exit(0);
}
