import type { Mutant } from './create-mutants.mjs';

export function readRun(folder: string): {
  readonly sources: Readonly<Record<string, string>>;
  mutantsOf(path: string): (Mutant & { readonly id: number })[];
  pathOf(id: string): string;
};
