import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { printTable } from './measure.mjs';

const BUDGETS_FILE = '.config/budgets.json';
/** Figures of this machine's last runs, for comparison with the next run; not committed. */
const RECORDS_FOLDER = '.bench';

/**
 * Prints the figures of a run beside their budgets and the figures of the last run on this machine, and records them. A figure
 * over its budget is marked and does not fail the run: on a busy machine, measure again before you believe it.
 *
 * @param {string} bench Name of the measurement, as in the file of budgets.
 * @param {Record<string, number>} measured Figures by the name of their budget; budgets that were not measured are absent.
 */
export async function compareWithBudgets(bench, measured) {
  const budgets = JSON.parse(await readFile(BUDGETS_FILE, 'utf8'))[bench];
  const unknown = Object.keys(measured).filter((name) => budgets[name] === undefined);
  if (unknown.length > 0) throw new Error(`no budget in ${BUDGETS_FILE} for: ${unknown.join('; ')}`);
  const file = `${RECORDS_FOLDER}/${bench}.json`;
  const last = await readLast(file);
  printTable(
    `Budgets (${BUDGETS_FILE})${last === null ? '' : `; last run: ${last.commit}, ${last.date}`}`,
    ['', 'measured', 'budget', 'last run', ''],
    budgetRows(budgets, measured, last?.measured ?? {}),
  );
  await mkdir(RECORDS_FOLDER, { recursive: true });
  const record = {
    commit: commitOf(),
    date: new Date().toISOString().slice(0, 16),
    measured: { ...last?.measured, ...measured },
  };
  await writeFile(file, `${JSON.stringify(record, null, 2)}\n`);
}

/** A budget that this run did not measure shows 'not run', so that it does not look failed. */
export function budgetRows(budgets, measured, last) {
  return Object.entries(budgets).map(([name, { limit, unit = '×' }]) => {
    const figure = (value, otherwise) => (value === undefined ? otherwise : `${value.toFixed(2)} ${unit}`);
    const verdict = measured[name] === undefined ? '' : measured[name] <= limit ? 'within' : 'OVER';
    return [name, figure(measured[name], 'not run'), figure(limit), figure(last[name], '–'), verdict];
  });
}

async function readLast(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}

function commitOf() {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
