import type { Clock, Random } from '../../protocol/runtime/clock.ts';

export interface FakeClock extends Clock {
  /** Moves both clocks, runs due tasks in order, and lets promises settle before and after each task. */
  advance(durationMs: number): Promise<void>;
  /** Moves only the wall clock, like a user or a time server. */
  jumpWallClock(byMs: number): void;
  /** Number of waiting tasks; a stopped component leaves no task. */
  pendingCount(): number;
}

interface Task {
  readonly dueMs: number;
  readonly order: number;
  readonly run: () => void;
}

/** A fixed Tuesday, so that stamps in tests are readable. */
const START_MS = Date.UTC(2026, 0, 6, 12, 0, 0);

export function createFakeClock(startMs: number = START_MS): FakeClock {
  const tasks = new Set<Task>();
  let elapsedMs = 0;
  let wallOffsetMs = startMs;
  let order = 0;

  const nextDue = (untilMs: number): Task | undefined => {
    const due = [...tasks].filter((task) => task.dueMs <= untilMs);
    return due.sort((left, right) => left.dueMs - right.dueMs || left.order - right.order)[0];
  };

  return {
    now: () => wallOffsetMs + elapsedMs,
    monotonicNow: () => elapsedMs,
    after(delayMs, run) {
      const task = { dueMs: elapsedMs + Math.max(0, delayMs), order: order++, run };
      tasks.add(task);
      return () => void tasks.delete(task);
    },
    async advance(durationMs) {
      const untilMs = elapsedMs + durationMs;
      await settle();
      for (let task = nextDue(untilMs); task !== undefined; task = nextDue(untilMs)) {
        tasks.delete(task);
        elapsedMs = Math.max(elapsedMs, task.dueMs);
        task.run();
        await settle();
      }
      elapsedMs = untilMs;
    },
    jumpWallClock(byMs) {
      wallOffsetMs += byMs;
    },
    pendingCount: () => tasks.size,
  };
}

/** Waits for a turn of the real event loop, after which every promise that needs no time has settled. */
export function settle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') {
      setImmediate(resolve);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Mulberry32: the same seed gives the same run, on every machine. */
export function createSeededRandom(seed = 1): Random {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    fraction,
    bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(fraction() * 256)),
  };
}
