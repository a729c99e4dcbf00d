import type { Mutant } from './create-mutants.mjs';

export function instrument(code: string, mutants: readonly (Mutant & { readonly id: number })[]): string;
