/** A problem with a file of the catalog, and its effect. */
export interface CatalogProblem {
  /** `skipped`: the entry is omitted. `kept`: its last valid version is used. `warning`: it is used as it is. */
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
