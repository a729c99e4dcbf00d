/** Rows of a table of tests in two parts: those of `npm test`, and those that `npm run test:all` adds. */
export function splitRows<Row>(rows: readonly Row[], isInCore: (row: Row) => boolean) {
  return [
    { rows: rows.filter(isInCore), options: {} },
    { rows: rows.filter((row) => !isInCore(row)), options: { tags: ['thorough'] } },
  ];
}
