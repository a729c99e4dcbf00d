import { dirname } from 'node:path';

const COLUMNS = ['killed', 'timeout', 'survived', 'uncovered'];

/** Prints surviving mutants and a line for each room; returns whether the share of survivors is within the limit. */
export function printReport({ mutants, entries, sources }, limitPercent) {
  const results = judge(mutants, entries);
  for (const mutant of mutants) {
    const result = results.get(mutant.id);
    if (result === 'survived' || result === 'uncovered') console.log(describe(mutant, result, sources));
  }
  const broken = entries.filter(({ kind }) => kind === 'broken');
  for (const { test, error } of broken) console.log(`fails without a mutant, so nothing is proved: ${test}: ${error}`);
  console.log(`\n${'room'.padEnd(44)}${['mutants', ...COLUMNS, 'alive %'].map((name) => name.padStart(10)).join('')}`);
  const rooms = groupByRoom(mutants);
  for (const [room, ofRoom] of rooms) printRow(room, ofRoom, results);
  return printRow('all', mutants, results) <= limitPercent && broken.length === 0;
}

function groupByRoom(mutants) {
  const rooms = new Map();
  for (const mutant of mutants) rooms.set(dirname(mutant.path), [...(rooms.get(dirname(mutant.path)) ?? []), mutant]);
  return rooms;
}

function judge(mutants, entries) {
  const results = new Map(mutants.map(({ id }) => [id, 'uncovered']));
  for (const { kind, id, result } of entries) {
    if (kind === 'ended' && ['uncovered', 'survived'].includes(results.get(id))) results.set(id, result);
  }
  return results;
}

function printRow(name, mutants, results) {
  const counts = COLUMNS.map((column) => mutants.filter(({ id }) => results.get(id) === column).length);
  const alivePercent = (100 * (counts[2] + counts[3])) / mutants.length;
  const cells = [mutants.length, ...counts, alivePercent.toFixed(1)];
  console.log(`${name.padEnd(44)}${cells.map((cell) => String(cell).padStart(10)).join('')}`);
  return alivePercent;
}

function describe({ path, line, kind, start, end, replacement }, result, sources) {
  const original = sources[path].slice(start, end);
  return `${path}:${line} ${result} (${kind})  ${shorten(original)}  →  ${shorten(replacement)}`;
}

function shorten(text) {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 60)} … ${line.slice(-25)}` : line;
}
