import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of `/proc` a second, on every Linux that runs a browser. */
const TICKS_PER_SECOND = 100;

/** Fields of `/proc/PID/stat` behind the name, which may contain spaces and brackets. */
function statOf(processId) {
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    // It has ended.
    return undefined;
  }
}

/**
 * Processor time of a process and of all its descendants so far, seconds, by the kernel: all threads, and children that have
 * ended.
 */
export function processorSeconds(rootId) {
  const stats = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), statOf(name)]),
  );
  const isOfTree = (id) => id === rootId || (stats.get(id) !== undefined && isOfTree(Number(stats.get(id)[1])));
  let ticks = 0;
  for (const [id, stat] of stats) {
    if (stat === undefined || id <= 1 || !isOfTree(id)) continue;
    // utime, stime, cutime and cstime.
    for (const field of stat.slice(11, 15)) ticks += Number(field);
  }
  return ticks / TICKS_PER_SECOND;
}
