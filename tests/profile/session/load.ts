import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** Load of the machine. */
export interface Load {
  /** Cores that other processes used before the session, while the measured browser rested. */
  readonly otherCores: number;
  /** Busy share of all cores together during the session, of which the measurement is a part. */
  readonly busyShare: number;
}

/** Duration of a rest. The quieter of two rests counts, since the browser may still be closing the previous page. */
const REST_MS = 500;

/** Measures the load of other processes for a second, and then the load of the whole machine until `stop`. */
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
