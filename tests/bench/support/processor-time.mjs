import { readdirSync, readFileSync } from 'node:fs';

/** Ticks a second in `/proc`, on every Linux that runs a browser. */
const TICKS_PER_SECOND = 100;

/** The name in a `stat` file, and the fields behind the name, which itself may contain spaces and brackets. */
function statOf(path) {
  try {
    const text = readFileSync(`/proc/${path}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    return { name: text.slice(text.indexOf('(') + 1, end), fields: text.slice(end + 2).split(' ') };
  } catch {
    // The process or thread has ended.
    return undefined;
  }
}

const numbersIn = (folder) => readdirSync(folder).filter((name) => /^\d+$/.test(name));

/** Ids of a process and all its descendants, each with the fields of its `stat` file. */
function treeOf(rootId) {
  const stats = new Map(numbersIn('/proc').map((name) => [Number(name), statOf(name)?.fields]));
  const isOfTree = (id) => id === rootId || (stats.get(id) !== undefined && isOfTree(Number(stats.get(id)[1])));
  return [...stats].filter(([id, fields]) => fields !== undefined && id > 1 && isOfTree(id));
}

/**
 * Processor seconds of a process and all its descendants so far, as the kernel counts them: in all threads, and in children
 * that have ended.
 */
export function processorSeconds(rootId) {
  // utime, stime, cutime and cstime.
  const ticks = treeOf(rootId).flatMap(([, fields]) => fields.slice(11, 15).map(Number));
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND;
}

/** Processor seconds of the living threads with this name, of which the kernel keeps the first 15 characters. */
export function threadSeconds(rootId, wanted) {
  const threads = treeOf(rootId).flatMap(([id]) =>
    numbersIn(`/proc/${id}/task`).map((thread) => statOf(`${id}/task/${thread}`)),
  );
  const own = threads.filter((thread) => thread?.name === wanted.slice(0, 15));
  return (
    own.flatMap(({ fields }) => fields.slice(11, 13).map(Number)).reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND
  );
}
