/** A figure as a line of the panel's first tab. */
export interface StatsRow {
  readonly label: string;
  readonly value: string;
  /** Names a person's visit or what they watch: left out of what is copied for a report. */
  readonly isIdentifier?: true;
  /** Shown in small frames, too. */
  readonly isEssential?: true;
}
