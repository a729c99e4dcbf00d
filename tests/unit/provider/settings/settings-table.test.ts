import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { settingsReference } from '../../../../src/provider/settings/settings-reference.ts';

/** Table cells without the padding that the formatter adds. */
const cells = (table: string): string[][] =>
  table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((row) => row.split('|').map((cell) => cell.trim()));

test('the README has the current reference of settings, which npm run settings writes from the schemas', async () => {
  const readme = await readFile('src/provider/settings/README.md', 'utf8');
  expect(cells(readme)).toEqual(cells(settingsReference()));
});

test.each([
  ['PORT', '0 to 65 535', '4173'],
  ['ORIEL_FOLLOW_LINKS', '`1` or `true`', 'off'],
  ['ORIEL_PUBLIC_ORIGIN', 'an origin such as `https://videos.example`', 'taken from each request'],
  ['ORIEL_DATABASE_TIMEOUT_MS', '100 to 120 000 milliseconds', '10 000'],
  ['ORIEL_BODY_BYTES_PER_SECOND', '0 to 1 073 741 824 bytes a second', '2 097 152'],
])('the reference lists the values and the default of %s', (variable, value, fallback) => {
  const row = cells(settingsReference()).find(([, name]) => name === `\`${variable}\``);
  expect(row?.slice(2, 4)).toEqual([value, fallback]);
});
