import type { Result } from './database.ts';

type Row = Result['rows'][number];

/** Reads columns of a row by their declared type; the schema of the database is the contract. */

export function textOf(row: Row | undefined, column: string): string {
  return textOrNull(row, column) ?? '';
}

export function textOrNull(row: Row | undefined, column: string): string | null {
  const value = row?.[column];
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : null;
}

export function numberOf(row: Row | undefined, column: string): number {
  return Number(row?.[column] ?? 0);
}
