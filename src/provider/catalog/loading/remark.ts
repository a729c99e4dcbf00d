/** Something to say of a field of a description. */
export interface Remark {
  /** As in `posters.0.url`. */
  readonly field: string;
  readonly text: string;
}
