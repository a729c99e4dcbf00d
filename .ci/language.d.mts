export interface OldWord {
  readonly line: number;
  readonly text: string;
}
export function findOldWords(path: string, text: string): OldWord[];
/** Doc comments inside of functions. */
export function findRemarks(path: string, text: string): OldWord[];
