import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of `/proc` a second, on every Linux that runs a browser. */
const TICKS_PER_SECOND = 100;

/** Fields of a `stat` behind the name, which may contain spaces and brackets, and that name. */
function statOf(path) {
  try {
    const text = readFileSync(`/proc/${path}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    return { name: text.slice(text.indexOf('(') + 1, end), fields: text.slice(end + 2).split(' ') };
  } catch {
    // It has ended.
    return undefined;
  }
}

const numbersIn = (folder) => readdirSync(folder).filter((name) => /^\d+$/.test(name));

/** A process and all its descendants, by id. */
function treeOf(rootId) {
  const stats = new Map(numbersIn('/proc').map((name) => [Number(name), statOf(name)?.fields]));
  const isOfTree = (id) => id === rootId || (stats.get(id) !== undefined && isOfTree(Number(stats.get(id)[1])));
  return [...stats].filter(([id, fields]) => fields !== undefined && id > 1 && isOfTree(id));
}

/**
 * Processor time of a process and of all its descendants so far, seconds, by the kernel: all threads, and children that have
 * ended.
 */
export function processorSeconds(rootId) {
  // utime, stime, cutime and cstime.
  const ticks = treeOf(rootId).flatMap(([, fields]) => fields.slice(11, 15).map(Number));
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND;
}

/** The same of the threads that live and have this name: the kernel keeps the first 15 characters of one. */
export function threadSeconds(rootId, wanted) {
  const threads = treeOf(rootId).flatMap(([id]) =>
    numbersIn(`/proc/${id}/task`).map((thread) => statOf(`${id}/task/${thread}`)),
  );
  const own = threads.filter((thread) => thread?.name === wanted.slice(0, 15));
  return (
    own.flatMap(({ fields }) => fields.slice(11, 13).map(Number)).reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND
  );
}
