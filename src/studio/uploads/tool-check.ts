import type { Clock } from '../../../protocol/runtime/clock.ts';
import { PreparationFault } from '../preparation-fault.ts';
import type { RunTool } from '../preparation/run-tool.ts';

/** A page polls every second; programs are installed or removed rarely. */
const FRESH_MS = 10_000;

/** Creates a check that returns why this machine cannot prepare videos, with the command that helps; `null` if it can. */
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
