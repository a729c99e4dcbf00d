/** A remark about a field of a description. */
export interface Remark {
  /** Path of the field, such as `posters.0.url`. */
  readonly field: string;
  readonly text: string;
}

/** Adds a remark that leaves the video playable. */
export type Warn = (field: string, text: string) => void;
