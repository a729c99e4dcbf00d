import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { printTable } from './measure.mjs';

const BUDGETS_FILE = '.config/budgets.json';
/** Not committed: ratios of one machine, for comparison with its next run. */
const RECORDS_FOLDER = '.bench';

/**
 * Prints the figures of a run beside their budgets and those of the last run here, and records them. A figure over its
 * budget is printed and ends nothing: on a busy machine, measure again before you believe it.
 *
 * @param {string} bench Name of the measurement, as in the file of budgets.
 * @param {Record<string, number>} measured By the names of the budgets; those without one have not been measured.
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

/** A budget whose ways were left out of this run has no figure: 'not run' says that it did not fail. */
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
