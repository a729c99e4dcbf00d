export interface OldWord {
  readonly line: number;
  readonly text: string;
}
export function findOldWords(path: string, text: string): OldWord[];
