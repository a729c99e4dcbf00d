import { measureOtherWork, type IdleLoopEnvironment } from './idle-loop.ts';
import { middleOf } from './median-interval.ts';
import { pairedInterval, type Interval } from './paired-interval.ts';

/** Each window has two reads and two changes of the texts. */
export const WINDOW_MS = 2_000;
/** Pairs of windows. More pairs make the interval narrower, but the viewer waits for them. */
export const PAIRS = 8;
/** Two windows to calibrate, then the pairs. */
export const DURATION_S = ((PAIRS + 1) * 2 * WINDOW_MS) / 1_000;
/** Known work that calibrates the loop: in a window, `KNOWN_PIECES` pieces of `KNOWN_PIECE_MS` each. */
const KNOWN_PIECE_MS = 2;
const KNOWN_PIECES = 100;

export interface OwnCostMeasurement {
  /** Milliseconds of the main thread a second. */
  readonly cost: Interval;
  /** Share of the known work that the loop has measured. */
  readonly seenShare: number;
  /** Share of the main thread's time that other processes took. */
  readonly takenShare: number;
}

export interface OwnCostOptions {
  readonly loop: IdleLoopEnvironment;
  readonly after: (delayMs: number, task: () => void) => () => void;
  /** `true` stops reads, texts and drawing; `false` lets them continue in their rhythm. */
  readonly hold: (isHeld: boolean) => void;
  readonly signal: AbortSignal;
}

/**
 * Measures the panel's cost on the main thread by an idle loop: windows with the panel at work and windows with the panel stopped take
 * turns. The first two windows measure which share of known work the loop sees.
 */
export async function measureOwnCost({ loop, after, hold, signal }: OwnCostOptions): Promise<OwnCostMeasurement> {
  const takenShares: number[] = [];
  const window = async (): Promise<number> => {
    const { msPerSecond, takenShare } = await measureOtherWork(loop, WINDOW_MS, signal);
    takenShares.push(takenShare);
    return msPerSecond;
  };
  const differences: number[] = [];
  try {
    hold(true);
    const idle = await window();
    const stopKnown = doKnownWork(loop, after);
    const seenShare = ((await window()) - idle) / ((KNOWN_PIECE_MS * KNOWN_PIECES * 1_000) / WINDOW_MS);
    stopKnown();
    for (let pair = 0; pair < PAIRS && !signal.aborted; pair += 1) {
      const isHeldFirst = pair % 2 === 0;
      hold(isHeldFirst);
      const first = await window();
      hold(!isHeldFirst);
      const second = await window();
      differences.push(isHeldFirst ? second - first : first - second);
    }
    return { cost: pairedInterval(differences), seenShare, takenShare: middleOf(takenShares) };
  } finally {
    hold(false);
  }
}

function doKnownWork({ now }: IdleLoopEnvironment, after: OwnCostOptions['after']): () => void {
  let left = KNOWN_PIECES;
  let cancel = (): void => undefined;
  const next = (): void => {
    const untilMs = now() + KNOWN_PIECE_MS;
    while (now() < untilMs);
    left -= 1;
    if (left > 0) cancel = after(WINDOW_MS / (KNOWN_PIECES + 1) - KNOWN_PIECE_MS, next);
  };
  cancel = after(0, next);
  return () => cancel();
}
