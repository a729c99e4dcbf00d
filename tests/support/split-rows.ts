/** Splits the rows of a table of tests: into rows for `npm test`, and rows that only `npm run test:all` adds. */
export function splitRows<Row>(rows: readonly Row[], isInCore: (row: Row) => boolean) {
  return [
    { rows: rows.filter(isInCore), options: {} },
    { rows: rows.filter((row) => !isInCore(row)), options: { tags: ['thorough'] } },
  ];
}
