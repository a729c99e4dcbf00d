import type { Clock } from '../../../protocol/runtime/clock.ts';
import { PreparationFault } from '../preparation-fault.ts';
import type { RunTool } from '../preparation/run-tool.ts';

/** A page asks every second; programs come and go rarely. */
const FRESH_MS = 10_000;

/** Returns why videos cannot be prepared on this machine, with the command that helps, or `null`. */
export function createToolCheck(run: RunTool, clock: Clock): () => Promise<string | null> {
  let checkedAtMs = -Infinity;
  let result: Promise<string | null> = Promise.resolve(null);
  return () => {
    const nowMs = clock.monotonicNow();
    if (nowMs - checkedAtMs >= FRESH_MS) [checkedAtMs, result] = [nowMs, faultOf(run)];
    return result;
  };
}

async function faultOf(run: RunTool): Promise<string | null> {
  try {
    for (const program of ['ffmpeg', 'ffprobe'] as const) await run(program, { args: ['-version'] });
    return null;
  } catch (error) {
    if (error instanceof PreparationFault) return error.message;
    throw error;
  }
}
