/** A request with the time when it reached the document, which decides the order of requests. Times are wall time. */
export type Arrival = { readonly atMs: number } & Asked;

export type Asked =
  | { readonly by: 'key'; readonly key: string }
  | { readonly by: 'pointer'; readonly on: PressedPlace; readonly share: number }
  | { readonly by: 'host'; readonly func: string; readonly args: readonly unknown[] }
  /** No request: the player came to rest, and the host had received this state. */
  | { readonly by: 'rest'; readonly state: number };

export type PressedPlace = 'bar' | 'big-play' | 'play-button' | 'picture' | 'elsewhere';
