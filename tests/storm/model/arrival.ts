/** Something that was asked, as it reached the document: in this order it counts. Times are wall time. */
export type Arrival = { readonly atMs: number } & Asked;

export type Asked =
  | { readonly by: 'key'; readonly key: string }
  | { readonly by: 'pointer'; readonly on: PressedPlace; readonly share: number }
  | { readonly by: 'host'; readonly func: string; readonly args: readonly unknown[] }
  /** The player had come to rest, and this is what the host knew of it. */
  | { readonly by: 'rest'; readonly state: number };

export type PressedPlace = 'bar' | 'big-play' | 'play-button' | 'picture' | 'elsewhere';
