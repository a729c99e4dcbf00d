import type { FailureCode } from '../errors.ts';

/**
 * The result of an operation that is expected to fail at times; a throw is a bug. As plain data it crosses threads with
 * its code, whereas an `Error` loses its code.
 */
export type Outcome<T> = Success<T> | Failure;

export interface Success<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Failure {
  readonly ok: false;
  readonly code: FailureCode;
  /** Describes the failure and, where possible, the remedy. */
  readonly message: string;
  /** Facts for the report: a status, a field, an address. Never shown to the viewer. */
  readonly details?: Readonly<Record<string, string | number | boolean>>;
}

export function succeed<T>(value: T): Success<T> {
  return { ok: true, value };
}

export function fail(code: FailureCode, message: string, details?: Failure['details']): Failure {
  return details === undefined ? { ok: false, code, message } : { ok: false, code, message, details };
}
