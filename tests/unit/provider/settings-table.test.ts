import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { settingsTable } from './support/settings-table.ts';

/** Cells without the padding of the formatter. */
const cells = (row: string): string[] => row.split('|').map((cell) => cell.trim());

test('the README lists every setting and every limit with its default', async () => {
  const readme = await readFile('src/provider/settings/README.md', 'utf8');
  const rows = readme.split('\n').filter((line) => /^\| `(PORT|ORIEL_)/.test(line));
  expect(rows.map(cells)).toEqual(settingsTable().map(cells));
});
