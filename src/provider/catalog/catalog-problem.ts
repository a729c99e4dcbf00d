/** Something wrong with a file of the catalog, and what became of it. */
export interface CatalogProblem {
  /** `skipped`: it is left out. `kept`: it is used as it was before. `warning`: it is used as it is. */
  readonly effect: 'skipped' | 'kept' | 'warning';
  /** File, line and field first. */
  readonly message: string;
}

const WORDS: Readonly<Record<CatalogProblem['effect'], string>> = {
  skipped: 'skipped',
  kept: 'kept as it was before:',
  warning: 'warning:',
};

export function problemText({ effect, message }: CatalogProblem): string {
  return `${WORDS[effect]} ${message}`;
}
