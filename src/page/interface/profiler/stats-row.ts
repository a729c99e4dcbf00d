/** A figure as a line of the panel's first tab. */
export interface StatsRow {
  readonly label: string;
  readonly value: string;
  /** Identifies a visit or a watched video, so it is left out of the copied report. */
  readonly isIdentifier?: true;
  /** Shown in small frames, too. */
  readonly isEssential?: true;
}
