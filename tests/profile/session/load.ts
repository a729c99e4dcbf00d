import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** Other work of the machine. */
export interface Load {
  /** Cores that everything else took before the session, while ours rested. */
  readonly otherCores: number;
  /** Busy share of all cores together, while it was watched; the measurement is a part of it. */
  readonly busyShare: number;
}

/** The browser may still close the page before: of two stretches the quieter one counts. */
const REST_MS = 500;

/** Watches what else the machine does, for a second, then what all of it does until it is stopped. */
export async function startLoadWatch(): Promise<{ stop(): Load }> {
  const otherCores = Math.min(await busyCores(REST_MS), await busyCores(REST_MS));
  const before = coreTimes();
  return {
    stop() {
      return { otherCores, busyShare: busyShareSince(before) };
    },
  };
}

async function busyCores(restMs: number): Promise<number> {
  const before = coreTimes();
  await delay(restMs);
  return busyShareSince(before) * cpus().length;
}

interface CoreTimes {
  readonly busyMs: number;
  readonly totalMs: number;
}

function busyShareSince(before: CoreTimes): number {
  const after = coreTimes();
  const totalMs = after.totalMs - before.totalMs;
  return totalMs > 0 ? (after.busyMs - before.busyMs) / totalMs : 0;
}

function coreTimes(): CoreTimes {
  let busyMs = 0;
  let totalMs = 0;
  for (const { times } of cpus()) {
    const sum = times.user + times.nice + times.sys + times.irq + times.idle;
    totalMs += sum;
    busyMs += sum - times.idle;
  }
  return { busyMs, totalMs };
}
