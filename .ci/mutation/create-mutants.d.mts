/** A small change of a module. */
export interface Mutant {
  readonly what: 'block' | 'expression';
  /** Name of the rule that made the mutant, for the report. */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly replacement: string;
}

export function createMutants(path: string, code: string): Mutant[];
