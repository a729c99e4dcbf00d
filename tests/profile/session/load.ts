import { cpus, loadavg } from 'node:os';

/** Other work of the machine. */
export interface Load {
  /** Average number of threads that wanted to run in the minute before. */
  readonly loadBefore: number;
  readonly loadAfter: number;
  /** Busy share of all cores together, while it was watched; the measurement is a part of it. */
  readonly busyShare: number;
}

export function startLoadWatch(): { stop(): Load } {
  const [loadBefore = 0] = loadavg();
  const before = coreTimes();
  return {
    stop() {
      const [loadAfter = 0] = loadavg();
      const after = coreTimes();
      const totalMs = after.totalMs - before.totalMs;
      const busyShare = totalMs > 0 ? (after.busyMs - before.busyMs) / totalMs : 0;
      return { loadBefore, loadAfter, busyShare };
    },
  };
}

function coreTimes(): { readonly busyMs: number; readonly totalMs: number } {
  let busyMs = 0;
  let totalMs = 0;
  for (const { times } of cpus()) {
    const sum = times.user + times.nice + times.sys + times.irq + times.idle;
    totalMs += sum;
    busyMs += sum - times.idle;
  }
  return { busyMs, totalMs };
}
